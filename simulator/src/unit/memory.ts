import { readIfThere, replaceFile } from '@kellersonne/device-kit/durable'
import * as z from 'zod/mini'
import { condition } from './condition.ts'

const plant = z.object({
  at: z.number(),
  battery: z.object({
    energy: z.number(),
    task: z.enum(['ready', 'empty', 'float', 'calibrate']),
    calibratedAt: z.number(),
  }),
  energies: z.object({
    pv: z.number(),
    import: z.number(),
    feedIn: z.number(),
    charge: z.number(),
    discharge: z.number(),
  }),
})
const memory = z.object({
  plant,
  condition,
  /** States and outcomes that have not been acknowledged yet. */
  letters: z.array(z.object({ topic: z.string(), payload: z.string() })),
})
/** What a unit still knows after a power failure. */
export type Memory = z.output<typeof memory>

/** Returns null if the unit has never run. Throws if the file is damaged, and names it. */
export function loadMemory(path: string): Memory | null {
  const text = readIfThere(path)
  if (text === null) return null
  try {
    return memory.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The state in ${path} cannot be read. Remove the file to start the unit afresh.`, {
      cause,
    })
  }
}

export const saveMemory = (path: string, known: Memory) => replaceFile(path, JSON.stringify(known))
