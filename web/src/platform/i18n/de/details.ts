import { batteries } from './batteries.ts'
import { commands } from './commands.ts'
import { explain } from './explain.ts'
import { messages } from './messages.ts'

/** What is said behind the overview: its pages, and the dialogs that explain it. */
export const details = { batteries, commands, explain, messages }
