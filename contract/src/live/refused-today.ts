import type { LiveSystem } from '@kellersonne/core/live/live'
import { percent } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'

/** The share of the readings of the day since `from` that cannot be right, in %. */
export const refusedToday = z.object({ from: z.iso.datetime(), share: z.number() })

export const fromRefused = (refused: LiveSystem['refusedToday']) =>
  refused && { from: refused.from.toISOString(), share: refused.share }

export const toRefused = (wire: z.output<typeof refusedToday> | null): LiveSystem['refusedToday'] =>
  wire && { from: new Date(wire.from), share: percent(wire.share) }
