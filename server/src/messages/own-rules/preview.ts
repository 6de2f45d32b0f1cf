import type { RulePreviewAnswer } from '@kellersonne/contract/messages/own-rules'
import type { Reader } from '@kellersonne/core/messages/alerts/hold'
import { isPlain, type OwnRule } from '@kellersonne/core/messages/own-rules/own-rule'
import { openPreview } from '@kellersonne/core/messages/own-rules/preview'
import { openSampler } from '@kellersonne/core/messages/own-rules/sampler'
import type { RuleSample } from '@kellersonne/core/messages/own-rules/watch'
import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices } from '../../platform/slices.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { samplePages } from '../../telemetry/readings/raw/samples.ts'
import { readSeries, type Series } from '../../telemetry/readings/series.ts'

const DAY_MS = 86_400_000
const DAYS = 30
/** So many readings are read at most; the oldest days are left out where that is too few. */
const MOST_READINGS = 100_000
/** A quarter that leaves no doubt is represented by values this far apart. */
const STEP_MS = QUARTER_MS / 3

type Bounds = { readonly lowest: number; readonly highest: number }

/** The measure of quarters that a quantity is made of, and whether its sign is turned. */
const columns = {
  soc: ['soc', 1],
  pv: ['pv_w', 1],
  load: ['load_w', 1],
  consumption: ['grid_w', 1],
  feed_in: ['grid_w', -1],
  charge: ['battery_w', -1],
  discharge: ['battery_w', 1],
} as const

/** Returns the lowest and highest value of each quarter; null = not measured. */
function boundsOf(series: Series, { quantity }: OwnRule): (Bounds | null)[] {
  const [column, sign] = columns[quantity]
  const measure = series.measures.get(column)
  const isOneWay = quantity !== 'soc' && quantity !== 'pv' && quantity !== 'load'
  return Array.from(series.readings, (_, i) => {
    if (!measure || !(measure.count[i] ?? 0)) return null
    const ends = [measure.min[i], measure.max[i]].map((value) => (sign * (value ?? Number.NaN)) / THOUSANDTHS)
    const [lowest, highest] = ends
      .map((value) => (isOneWay ? Math.max(0, value) : value))
      .toSorted((a, b) => a - b)
    return lowest === undefined || highest === undefined ? null : { lowest, highest }
  })
}

/** Returns the first quarter from which on everything can be read. */
function firstQuarter(series: Series, bounds: readonly (Bounds | null)[], rule: OwnRule): number {
  let left = MOST_READINGS
  for (let i = bounds.length - 1; i >= 0; i -= 1) {
    const bound = bounds[i]
    if (bound && !isPlain(rule, bound.lowest, bound.highest)) left -= series.readings[i] ?? 0
    if (left < 0) return i + 1
  }
  return 0
}

/** Yields what was measured: each value of quarters in which the rule may turn, and few of the others. */
async function* samplesOf(
  sql: Sql,
  rule: OwnRule,
  series: Series,
  bounds: readonly (Bounds | null)[],
  first: number,
) {
  const sampler = openSampler(rule.quantity)
  const at = (quarter: number) => new Date(series.start + quarter * QUARTER_MS)
  for (let i = first; i < bounds.length; i += 1) {
    const bound = bounds[i]
    if (!bound) continue
    if (isPlain(rule, bound.lowest, bound.highest)) {
      const times = [0, 1, 2].map((step) => new Date(at(i).getTime() + step * STEP_MS))
      yield times.map((time): RuleSample => ({ at: time, value: bound.lowest }))
      continue
    }
    const span = { system: series.system, from: at(i), until: new Date(at(i + 1).getTime() - 1) }
    for await (const page of samplePages(sql, span)) {
      yield page.flatMap((reading) => sampler(reading) ?? [])
    }
  }
}

/** Resolves to how a rule would have done in the last 30 days, as far as they are the owner's. */
export async function previewRule(
  sql: Sql,
  system: OwnedSystem,
  rule: OwnRule,
  { now, reader }: { readonly now: Date; readonly reader: Pick<Reader, 'quiet' | 'zoneOf'> },
): Promise<RulePreviewAnswer> {
  const oldest = new Date(Math.max(now.getTime() - DAYS * DAY_MS, system.visible_from.getTime()))
  const from = new Date(quarterOf(oldest).getTime() + (quarterOf(oldest) < oldest ? QUARTER_MS : 0))
  const until = lastQuarterEnd(now)
  const stretch = { system: system.id, from, until, earliest: from }
  const wanted = { measures: [columns[rule.quantity][0]], extremes: true, energies: false }
  const [series] = from < until ? await readSeries(sql, [stretch], wanted) : []
  const judged = openPreview(rule, reader)
  if (!series) return { days: 0, ...judged.ended(now) }
  const bounds = boundsOf(series, rule)
  const first = firstQuarter(series, bounds, rule)
  const slices = openSlices()
  for await (const samples of samplesOf(sql, rule, series, bounds, first))
    for (const sample of samples) {
      judged.add(sample)
      if (slices.isOver()) await slices.next()
    }
  const begun = bounds.findIndex((bound, i) => i >= first && bound !== null)
  const days = begun < 0 ? 0 : Math.max(0, now.getTime() - series.start - begun * QUARTER_MS) / DAY_MS
  const { share, ...rest } = judged.ended(now)
  return {
    // Rounded up: a few minutes are not nothing.
    days: Math.ceil(days * 10) / 10,
    share: share === null ? null : Math.round(share * 10) / 10,
    ...rest,
  }
}
