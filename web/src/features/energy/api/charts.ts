import {
  type Graph,
  getGraph,
  graph,
  type Interval,
  type SeriesName,
} from '@kellersonne/contract/energy/charts'
import { type GraphData, toGraphData } from '@kellersonne/contract/energy/graph-data'
import type { Method, Resolution } from '@kellersonne/core/energy/charts'
import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { type Day, dayAfter } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { ApiError } from '../../../platform/client/client.ts'
import { createCopies } from '../../../platform/client/copies.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { onSessionEnd } from '../../../platform/session.ts'
import { onCorrected } from './corrected.ts'

export type System = SerialNumber | typeof TOTAL

/** Parameters of a graph; equal parameters give the same graph. */
export type GraphQuery = {
  readonly system: System
  readonly interval: Extract<Interval, 'Day' | 'Month' | 'Year'>
  readonly date: Day
  readonly resolution: Resolution
  /** The series to request, by method: no single method suits all. */
  readonly parts: readonly { readonly method: Method; readonly series: readonly SeriesName[] }[]
  /** True if a total sums all powers. */
  readonly balance: boolean
}

const keyOf = ({ system, interval, date, resolution, parts, balance }: GraphQuery) =>
  [
    system,
    interval,
    date,
    resolution,
    balance,
    ...parts.map(({ method, series }) => `${method} ${series}`),
  ].join(' ')
const queries = new Map<string, GraphQuery>()
onSessionEnd(() => queries.clear())

/** Merges answers with identical steps; only some of them tell of the counters. */
const merged = (first: GraphData, all: readonly GraphData[]): GraphData => ({
  ...first,
  energyGaps: all.find(({ energyGaps }) => energyGaps.length > 0)?.energyGaps ?? [],
  jumps: all.find(({ jumps }) => jumps.length > 0)?.jumps ?? [],
  disagreements: all.find(({ disagreements }) => disagreements.length > 0)?.disagreements ?? [],
  series: new Map(all.flatMap(({ series }) => [...series])),
  energies: all.find(({ energies }) => energies !== null)?.energies ?? null,
  flows: all.find(({ flows }) => flows !== null)?.flows ?? null,
})

/** Days for which a day's graph is kept after it. */
const KEPT_DAYS = 7
const copies = createCopies('graph', z.array(graph), (key) => {
  const query = queries.get(key)
  return query?.interval === 'Day' ? dayAfter(query.date, KEPT_DAYS) : null
})

/** One answer for each method, of which there is at least one. */
function fromAnswers(answers: readonly Graph[]): GraphData {
  const parted = answers.map(toGraphData)
  const [first] = parted
  if (!first) throw new ApiError('internal')
  return merged(first, parted)
}

const ask = ({ system, interval, date, resolution, parts, balance }: GraphQuery) => {
  const asked = { interval, resolution, sn: String(system), from_date: date, balance: String(balance) }
  return Promise.all(
    parts.map(({ method, series }) =>
      callWithRetry(getGraph, { query: { ...asked, method, series: series.join() } }),
    ),
  )
}

const graphs = createQueries(
  async (key: string): Promise<GraphData> => {
    const query = queries.get(key)
    if (!query) throw new ApiError('internal')
    return fromAnswers(await copies.keep(key, ask(query)))
  },
  (key) => {
    const copy = copies.of(key)
    return copy && copy.answer.length > 0 ? { value: fromAnswers(copy.answer), at: copy.at } : null
  },
)

onCorrected(() => {
  copies.expireAll()
  graphs.expireAll()
})

/** When the stored copy of a graph was current; null if there is none. */
export function graphCopiedAt(query: GraphQuery): Date | null {
  const key = keyOf(query)
  queries.set(key, query)
  return copies.of(key)?.at ?? null
}

/** The measured data of a day, month or year; cached. */
export function graphOf(query: GraphQuery) {
  const key = keyOf(query)
  queries.set(key, query)
  return graphs(key)
}
