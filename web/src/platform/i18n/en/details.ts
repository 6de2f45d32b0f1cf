import { batteries } from './batteries.ts'
import { commands } from './commands.ts'
import { explain } from './explain.ts'
import { messages } from './messages.ts'

/** Texts of the pages behind the overview and of its explanatory dialogs. */
export const details = { batteries, commands, explain, messages }
