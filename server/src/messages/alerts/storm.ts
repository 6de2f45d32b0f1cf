import { type AlertStorm, alertStorm } from '@kellersonne/contract/messages/alerts'
import * as z from 'zod/mini'
import type { Line } from './notice-store.ts'

const storms = z.object({ storm: z.catch(z.nullable(alertStorm), null) })

/** Returns the storm that an outlook or alert is about; null for other causes. */
export const stormIn = (details: Readonly<Record<string, unknown>>): AlertStorm | null =>
  storms.parse(details).storm

/** True if the owner no longer needs to know: a storm may have passed in quiet hours, or while no mail could be sent. */
export function isOver({ isOver: isSettled, details }: Pick<Line, 'isOver' | 'details'>, now: Date): boolean {
  const storm = stormIn(details)
  return isSettled || (storm !== null && new Date(storm.ends_at) <= now)
}
