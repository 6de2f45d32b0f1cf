import { unwatchFile, watchFile } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { readIfThere } from '@kellersonne/device-kit/durable'
import * as z from 'zod/mini'
import { FACTORY_VERSIONS } from './firmware/firmware.ts'
import { startUnit, type Unit } from './unit/unit.ts'
import type { UnitDeps, UnitSettings } from './unit/unit-settings.ts'

const unitsFile = z.array(
  z.object({
    sn: serialNumber,
    phase: z.literal([1, 2, 3]),
    secret: z.string(),
    /** On its sticker. */
    code: z._default(z.nullable(z.string()), null),
    /** From the box, with nobody's history; in files from before, those with a code. */
    fresh: z.optional(z.boolean()),
    versions: z._default(z.record(z.string(), z.string()), FACTORY_VERSIONS),
    firmwareKey: z._default(z.nullable(z.string()), null),
    /** A gateway's, which is a program of its own. */
    gateway: z._default(z.boolean(), false),
  }),
)
type Entries = z.output<typeof unitsFile>
type Entry = Entries[number]

const LOOK_MS = 300

export type FleetSettings = Omit<UnitSettings, keyof Entry | 'firstMessage'> & {
  readonly unitsFile: string
  /** The first message of one unit; null = none has any. */
  readonly firstMessage: { readonly sn: SerialNumber; readonly code: string } | null
}

/** Runs the units listed in a file, once it exists, and follows its changes. */
export function openFleet(settings: FleetSettings, deps: UnitDeps) {
  const running = new Map<string, { readonly entry: Entry; readonly unit: Unit }>()
  let work = Promise.resolve()

  async function follow(entries: Entries) {
    for (const [sn, { entry, unit }] of running) {
      if (entries.some((one) => isDeepStrictEqual(one, entry))) continue
      running.delete(sn)
      await unit.close()
    }
    for (const entry of entries) {
      if (!running.has(entry.sn)) attempt(`Unit ${entry.sn} cannot be started`, () => start(entry))
      await setImmediate()
    }
  }
  /** A unit fresh from the box has no history. */
  const start = (entry: Entry) => {
    const fresh = entry.fresh ?? entry.code !== null
    const historyDays = fresh ? 0 : settings.historyDays
    const firstMessage = settings.firstMessage?.sn === entry.sn ? settings.firstMessage.code : null
    const unit = startUnit({ ...settings, ...entry, fresh, historyDays, firstMessage }, deps)
    running.set(entry.sn, { entry, unit })
  }
  const units = () => [...running.values()].map(({ unit }) => unit)
  function attempt<T>(what: string, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      deps.onFault(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  async function look() {
    const entries = attempt(`The units in ${settings.unitsFile} cannot be read`, () => {
      const text = readIfThere(settings.unitsFile)
      return text === null ? [] : unitsFile.parse(JSON.parse(text)).filter(({ gateway }) => !gateway)
    })
    if (entries) await follow(entries)
  }
  const lookAgain = () => {
    work = work.then(look).catch((error: unknown) => deps.onFault(String(error)))
  }
  watchFile(settings.unitsFile, { interval: LOOK_MS }, lookAgain)
  lookAgain()

  return {
    units: () => units().sort((a, b) => a.phase - b.phase),
    unit: (sn: string) => running.get(sn)?.unit,
    async close() {
      unwatchFile(settings.unitsFile, lookAgain)
      await work
      await Promise.all(units().map((unit) => unit.close()))
    },
  }
}
export type Fleet = Pick<ReturnType<typeof openFleet>, 'units' | 'unit'>
