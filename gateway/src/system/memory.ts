import * as z from 'zod/mini'
import { counterNames } from '../profiles/measures.ts'
import { NO_SIGNS } from './signs.ts'

const instant = z.number()
/** What a gateway remembers of the system across restarts. */
export const memory = z.object({
  counters: z.partialRecord(
    z.enum(counterNames),
    z.object({ wh: z.number(), at: instant, below: z.nullable(instant) }),
  ),
  integrals: z.partialRecord(z.enum(counterNames), z.object({ wh: z.number(), w: z.number(), at: instant })),
  soc: z.nullable(
    z.object({
      soc: z.number(),
      at: instant,
      doubted: z.nullable(z.object({ soc: z.number(), since: instant })),
    }),
  ),
  signs: z.object({ samples: z.number(), violations: z.readonly(z.array(z.number())) }),
  /** Number of states of charge held back. */
  heldBack: z.number(),
})
export type Memory = z.output<typeof memory>
export const NO_MEMORY: Memory = { counters: {}, integrals: {}, soc: null, signs: NO_SIGNS, heldBack: 0 }
