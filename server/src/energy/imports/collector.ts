import { MAX_REFUSED_LINES } from '@kellersonne/contract/energy/imports'
import {
  type Flow,
  flowsBetween,
  flowsOf,
  type ImportedEnergies,
  LONGEST_FLOW_MS,
  MOST_BETWEEN_POWERS_MS,
  quartersOf,
} from '@kellersonne/core/energy/imports/quarters'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { RefusedLine, type RefusedReason } from './instants.ts'
import { counted, type Kind, kindOf, MOST, type Quantity, scaleOf, type Unit } from './quantities.ts'

export type Value = { readonly quantity: Quantity; readonly unit: Unit; readonly value: number }
/** `until` null: the lines have a constant interval. `series` distinguishes devices of which the energies are summed. */
export type Line = {
  readonly from: number
  readonly until: number | null
  readonly values: readonly Value[]
  readonly series?: string
}
type Point = { readonly from: number; readonly until: number | null; readonly value: number }
type Stream = { readonly quantity: Quantity; readonly kind: Kind; readonly points: Point[] }

/** In Wh, all series of a file together. */
const MOST_A_QUARTER = 25_000
/** Five quantities over two years of quarters, or two months of minutes. */
const MOST_POINTS = 400_000
/** A year of five counters: copying more from the thread would block the event loop for too long. */
const MOST_QUARTERS = 200_000

/** No file of hourly values that fits reaches as far, and every month of it is compared with what was measured. */
const LONGEST_SPAN_MS = 12 * 365.25 * 86_400_000

/** A file with more values, or over more time, than are imported at once. */
export class FileTooLarge extends Error {}
const MOST_STREAMS = 1000
const HOUR_MS = 3_600_000
/** Home batteries did not exist before. */
const EARLIEST_MS = Date.UTC(2000)

/** Collects the lines of a file. Values of one quantity in a line, such as those of three phases, are summed. */
export function collector(now: Date) {
  const streams = new Map<string, Stream>()
  const refusedLines: { line: number | null; reason: RefusedReason }[] = []
  let refused = 0
  let points = 0
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  /** `line` null: no single line is the cause. */
  function refuse(line: number | null, reason: RefusedReason, times = 1) {
    refused += times
    if (refusedLines.length < MAX_REFUSED_LINES) refusedLines.push({ line, reason })
  }

  function add({ from, until, values, series = '' }: Line) {
    if (from < EARLIEST_MS) throw new RefusedLine('time')
    if (from > now.getTime()) throw new RefusedLine('future')
    if (until !== null && until - from > LONGEST_FLOW_MS) throw new RefusedLine('too_long')
    first = Math.min(first, from)
    last = Math.max(last, from)
    if (last - first > LONGEST_SPAN_MS) throw new FileTooLarge()
    const sums = new Map<string, { quantity: Quantity; kind: Kind; value: number }>()
    for (const { quantity, unit, value } of values) {
      const kind = kindOf(unit)
      const key = `${kind} ${quantity} ${series}`
      sums.set(key, { quantity, kind, value: (sums.get(key)?.value ?? 0) + value * scaleOf(unit) })
    }
    for (const { kind, value } of sums.values())
      if (!(Math.abs(value) <= MOST[kind])) throw new RefusedLine('implausible')
    for (const [key, { quantity, kind, value }] of sums) {
      const stream = streams.get(key) ?? { quantity, kind, points: [] }
      if (streams.size < MOST_STREAMS) streams.set(key, stream)
      stream.points.push({ from, until, value })
      points += 1
      if (points > MOST_POINTS) throw new FileTooLarge()
    }
  }

  /** Returns the positive and the negative flows of a stream. */
  function flowsIn({ kind, points }: Stream): { positive: Flow[]; negative: Flow[] } {
    const sorted = points.toSorted((a, b) => a.from - b.from)
    if (kind === 'power') {
      if (stepOf(sorted) > MOST_BETWEEN_POWERS_MS) refuse(null, 'sparse', points.length)
      return flowsOf(sorted.map(({ from: at, value: power }) => ({ at, power })))
    }
    if (kind === 'counter')
      return {
        positive: flowsBetween(sorted.map(({ from: at, value: count }) => ({ at, count }))),
        negative: [],
      }
    const step = stepOf(sorted)
    if (step > LONGEST_FLOW_MS) refuse(null, 'too_long', points.length)
    const part = (sign: 1 | -1) =>
      sorted.map(({ from, until: end, value }) => {
        const until = end ?? from + step
        const hours = (until - from) / HOUR_MS
        return { from, until, energy: Math.max(0, sign * value) * (kind === 'mean' ? hours : 1) }
      })
    return { positive: part(1), negative: part(-1) }
  }

  function energiesOf(): ImportedEnergies {
    const energies = new Map<CounterName, Map<number, number>>()
    let quarters = 0
    const addFlows = (counter: CounterName | null, flows: readonly Flow[]) => {
      if (counter === null) return
      const into = energies.get(counter) ?? new Map<number, number>()
      for (const [quarter, energy] of quartersOf(flows)) {
        into.set(quarter, (into.get(quarter) ?? 0) + energy)
        quarters += 1
        if (quarters > MOST_QUARTERS) throw new FileTooLarge()
      }
      energies.set(counter, into)
    }
    for (const stream of streams.values()) {
      const { positive, negative } = flowsIn(stream)
      const [up, down] = counted[stream.quantity]
      addFlows(up, positive)
      addFlows(down, negative)
    }
    let tooMuch = 0
    for (const sums of energies.values())
      for (const [quarter, energy] of sums) if (energy > MOST_A_QUARTER && sums.delete(quarter)) tooMuch += 1
    if (tooMuch > 0) refuse(null, 'implausible', tooMuch)
    return energies
  }

  return {
    /** Adds a line, or records why it is refused. Throws `FileTooLarge`. */
    line(number: number, read: () => readonly Line[]): void {
      try {
        for (const one of read()) add(one)
      } catch (error) {
        if (!(error instanceof RefusedLine)) throw error
        refuse(number, error.reason)
      }
    },
    finish() {
      const energies = energiesOf()
      return { energies, refused, refusedLines: [...refusedLines] as const }
    },
  }
}

/** Returns the most common interval between points, in ms; 0 if there is only one. `points` are in order of time. */
function stepOf(points: readonly Point[]): number {
  const steps = new Map<number, number>()
  points.forEach(({ from }, i) => {
    const step = from - (points[i - 1]?.from ?? from)
    if (step > 0) steps.set(step, (steps.get(step) ?? 0) + 1)
  })
  const [most] = [...steps].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}
