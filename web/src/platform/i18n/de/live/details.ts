import { batteries } from '../control/batteries.ts'
import { commands } from '../control/commands.ts'
import { forecast } from '../energy/forecast.ts'
import { messages } from '../messages/messages.ts'
import { explain } from './explain.ts'

/** Texts of the pages behind the overview and of its explanatory dialogs. */
export const details = { batteries, commands, explain, forecast, messages }
