import * as z from 'zod/mini'
import { cutOffset } from './firmware.ts'

/** What is to go wrong with an update; what is left out stays as it is. */
export const changedFaults = z.strictObject({
  /** The line to the update service breaks at a percent of the image, for so many seconds; null = for good. */
  cut: z.exactOptional(
    z.nullable(
      z.strictObject({
        percent: z.number().check(z.minimum(0), z.maximum(100)),
        resumeS: z.nullable(z.number().check(z.minimum(0), z.maximum(86_400))),
      }),
    ),
  ),
  /** The chip does not take the image. */
  failsInstallation: z.exactOptional(z.boolean()),
  /** It claims to be done without having fetched anything. */
  lies: z.exactOptional(z.boolean()),
})
export type ChangedFaults = Readonly<z.output<typeof changedFaults>>
/** Each happens once. */
export type Faults = Required<ChangedFaults>
export const NO_FAULTS: Faults = { cut: null, failsInstallation: false, lies: false }

/** The faults that are set, and whether the line is cut just now. `clock` in ms UTC. */
export function openFaults(clock: () => number) {
  let faults: Faults = NO_FAULTS
  let cutUntil = 0
  return {
    set: () => faults,
    /** A line that is cut is mended by whatever is told of cuts. */
    change(changed: ChangedFaults) {
      faults = { ...faults, ...changed }
      if (changed.cut !== undefined) cutUntil = 0
    },
    /** How much longer there is no way to the service, in ms. */
    cutFor: () => Math.max(0, cutUntil - clock()),
    /** How much can be fetched of an image of `size` bytes before the line breaks. */
    limit: (size: number) => (faults.cut === null ? size : cutOffset(size, faults.cut.percent)),
    /** Breaks the line where it is to break once there are so many bytes; whether it did. */
    breakAt(bytes: number, size: number): boolean {
      const { cut } = faults
      if (cut === null || bytes < cutOffset(size, cut.percent)) return false
      faults = { ...faults, cut: null }
      cutUntil = cut.resumeS === null ? Number.POSITIVE_INFINITY : clock() + 1000 * cut.resumeS
      return true
    },
  }
}
export type OpenFaults = ReturnType<typeof openFaults>
