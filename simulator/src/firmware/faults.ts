import * as z from 'zod/mini'
import { cutOffset } from './firmware.ts'

/** Faults to inject into an update; omitted ones stay as they are. */
export const changedFaults = z.strictObject({
  /**
   * The connection to the update service breaks at `percent` of the image, for `resumeS` seconds; null = permanently.
   */
  cut: z.exactOptional(
    z.nullable(
      z.strictObject({
        percent: z.number().check(z.minimum(0), z.maximum(100)),
        resumeS: z.nullable(z.number().check(z.minimum(0), z.maximum(86_400))),
      }),
    ),
  ),
  /** The chip rejects the image. */
  failsInstallation: z.exactOptional(z.boolean()),
  /** The unit reports completion without having fetched anything. */
  lies: z.exactOptional(z.boolean()),
})
export type ChangedFaults = Readonly<z.output<typeof changedFaults>>
/** Each occurs once. */
export type Faults = Required<ChangedFaults>
export const NO_FAULTS: Faults = { cut: null, failsInstallation: false, lies: false }

/** Holds the faults that are set, and whether the connection is cut right now. `clock` in ms UTC. */
export function openFaults(clock: () => number) {
  let faults: Faults = NO_FAULTS
  let cutUntil = 0
  return {
    set: () => faults,
    /** Any change to the cut fault reconnects first. */
    change(changed: ChangedFaults) {
      faults = { ...faults, ...changed }
      if (changed.cut !== undefined) cutUntil = 0
    },
    /** Returns for how many more ms the service is unreachable. */
    cutFor: () => Math.max(0, cutUntil - clock()),
    /** Returns how much of an image of `size` bytes can be fetched before the connection breaks. */
    limit: (size: number) => (faults.cut === null ? size : cutOffset(size, faults.cut.percent)),
    /** Breaks the connection if `bytes` has reached the set percentage; returns whether it did. */
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
