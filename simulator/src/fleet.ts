import { unwatchFile, watchFile } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { serialNumber } from '@kellersonne/contract/systems'
import * as z from 'zod/mini'
import { readIfThere } from './durable.ts'
import { startUnit, type Unit, type UnitDeps, type UnitSettings } from './unit.ts'

const unitsFile = z.array(
  z.object({
    sn: serialNumber,
    phase: z.literal([1, 2, 3]),
    secret: z.string(),
    /** On the sticker of one that is new from the box. */
    code: z._default(z.nullable(z.string()), null),
  }),
)
type Entries = z.output<typeof unitsFile>

const LOOK_MS = 300

export type FleetSettings = Omit<UnitSettings, keyof Entries[number]> & { readonly unitsFile: string }

/** Runs the units a file names, once it exists and as it changes. */
export function openFleet(settings: FleetSettings, deps: UnitDeps) {
  const units = new Map<string, Unit>()
  let work = Promise.resolve()

  async function follow(entries: Entries) {
    for (const [sn, unit] of units) {
      const { secret, phase, code } = unit
      if (entries.some((entry) => isDeepStrictEqual(entry, { sn, phase, secret, code }))) continue
      units.delete(sn)
      await unit.close()
    }
    for (const entry of entries) {
      if (!units.has(entry.sn)) attempt(`Unit ${entry.sn} cannot be started`, () => start(entry))
      await setImmediate()
    }
  }
  /** What is new from the box has no past. */
  const start = (entry: Entries[number]) => {
    const historyDays = entry.code === null ? settings.historyDays : 0
    units.set(entry.sn, startUnit({ ...settings, ...entry, historyDays }, deps))
  }
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
      return text === null ? [] : unitsFile.parse(JSON.parse(text))
    })
    if (entries) await follow(entries)
  }
  const lookAgain = () => {
    work = work.then(look).catch((error: unknown) => deps.onFault(String(error)))
  }
  watchFile(settings.unitsFile, { interval: LOOK_MS }, lookAgain)
  lookAgain()

  return {
    units: () => [...units.values()].sort((a, b) => a.phase - b.phase),
    unit: (sn: string) => units.get(sn),
    async close() {
      unwatchFile(settings.unitsFile, lookAgain)
      await work
      await Promise.all([...units.values()].map((unit) => unit.close()))
    },
  }
}
export type Fleet = Pick<ReturnType<typeof openFleet>, 'units' | 'unit'>
