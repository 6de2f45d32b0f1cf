import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { openRecall } from '../store/recall.ts'
import { memory, NO_MEMORY } from '../system/memory.ts'

const messages = z.array(z.object({ topic: z.string(), payload: z.string() }))

/** What a gateway keeps in its state file beside readings; `messages`: those that are not acknowledged yet. */
export const openRemembered = (db: DatabaseSync) => ({
  memory: openRecall(db, 'system', memory, NO_MEMORY),
  messages: openRecall(db, 'letters', messages, []),
  /** Ids of commands that were answered. */
  commands: openRecall(db, 'commands', z.array(z.string()), []),
})
