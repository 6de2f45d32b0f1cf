import { TOTAL } from '@kellersonne/core/systems/systems'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Range } from '../../../../ui/chart/lane.ts'
import type { Prefill } from '../../corrections/address.ts'
import type { Selection } from './selection.ts'

type Shown = {
  readonly data: { readonly edges: readonly number[] }
  readonly selection: Pick<Selection, 'system' | 'period'>
}

/**
 * What a link to the corrections fills in: the system, and the time that a detail of the chart shows (`view`, ms), or
 * else where its day begins. null = the whole chart is shown.
 */
export function shownTime({ data, selection }: Shown, view: Range | null): Partial<Prefill> {
  const sn = selection.system === TOTAL ? null : selection.system
  const [start = 0] = data.edges
  const times = view ?? (selection.period === 'day' ? [start] : [])
  const [from = null, until = null] = times.map((ms) => new Date(Math.round(ms / QUARTER_MS) * QUARTER_MS))
  return { sn, from, until }
}
