import { MAX_REFUSED_LINES, type MappedColumn } from '@kellersonne/contract/energy/imports'
import {
  type Flow,
  flowsBetween,
  flowsOf,
  type ImportedEnergies,
  LONGEST_FLOW_MS,
  quartersOf,
} from '@kellersonne/core/energy/imports/quarters'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { RefusedLine, type RefusedReason } from './instants.ts'

type Quantity = MappedColumn['quantity']
type Unit = MappedColumn['unit']
export type Value = { readonly quantity: Quantity; readonly unit: Unit; readonly value: number }
/** `until` null: the lines are equally far apart. `series`: of several devices whose energies are to be added up. */
export type Line = {
  readonly from: number
  readonly until: number | null
  readonly values: readonly Value[]
  readonly series?: string
}
type Kind = 'power' | 'energy' | 'counter'
type Point = { readonly from: number; readonly until: number | null; readonly value: number }
type Stream = { readonly quantity: Quantity; readonly kind: Kind; readonly points: Point[] }

/** What a positive and a negative value of a quantity count. */
const counted: Readonly<Record<Quantity, readonly [CounterName, CounterName | null]>> = {
  pv: ['pv', null],
  import: ['import', null],
  feed_in: ['feedIn', null],
  charge: ['charge', null],
  discharge: ['discharge', null],
  grid: ['import', 'feedIn'],
  '-grid': ['feedIn', 'import'],
  battery: ['discharge', 'charge'],
  '-battery': ['charge', 'discharge'],
}
const KILO = 1000
const scaleOf = (unit: Unit) => (unit.includes('k') ? KILO : 1)
const kindOf = (unit: Unit): Kind =>
  unit.startsWith('counter') ? 'counter' : unit.endsWith('h') ? 'energy' : 'power'
/** What no house does (decision 0089): W, Wh in two hours, and Wh of a counter's life. */
const MOST: Readonly<Record<Kind, number>> = { power: 100_000, energy: 200_000, counter: 1e12 }
const MOST_A_QUARTER = 25_000
/** Years of quarters, or a month of minutes. */
const MOST_POINTS = 400_000
/** A year of five counters: more would hold the event loop too long when they are taken over from the thread. */
const MOST_QUARTERS = 200_000

/** A file that holds more than is read at once. */
export class FileTooLarge extends Error {}
const MOST_STREAMS = 1000
/** Before that, there were no such batteries. */
const EARLIEST_MS = Date.UTC(2000)

/** Collects the lines of a file. Values of one line and quantity, such as those of three phases, are added up. */
export function collector(now: Date) {
  const streams = new Map<string, Stream>()
  const refusedLines: { line: number; reason: RefusedReason }[] = []
  let refused = 0
  let points = 0

  function refuse(line: number, reason: RefusedReason, times = 1) {
    refused += times
    if (refusedLines.length < MAX_REFUSED_LINES) refusedLines.push({ line, reason })
  }

  function add({ from, until, values, series = '' }: Line) {
    if (from < EARLIEST_MS) throw new RefusedLine('time')
    if (from > now.getTime()) throw new RefusedLine('future')
    if (until !== null && until - from > LONGEST_FLOW_MS) throw new RefusedLine('too_long')
    const sums = new Map<string, { quantity: Quantity; kind: Kind; value: number }>()
    for (const { quantity, unit, value } of values) {
      const kind = kindOf(unit)
      const key = `${kind} ${quantity} ${series}`
      sums.set(key, { quantity, kind, value: (sums.get(key)?.value ?? 0) + value * scaleOf(unit) })
    }
    for (const { kind, value } of sums.values())
      if (!(Math.abs(value) <= MOST[kind])) throw new RefusedLine('number')
    for (const [key, { quantity, kind, value }] of sums) {
      const stream = streams.get(key) ?? { quantity, kind, points: [] }
      if (streams.size < MOST_STREAMS) streams.set(key, stream)
      stream.points.push({ from, until, value })
      points += 1
      if (points > MOST_POINTS) throw new FileTooLarge()
    }
  }

  /** Returns the flows of a stream, positive and negative ones. */
  function flowsIn({ kind, points }: Stream): { positive: Flow[]; negative: Flow[] } {
    const sorted = points.toSorted((a, b) => a.from - b.from)
    if (kind === 'power') return flowsOf(sorted.map(({ from: at, value: power }) => ({ at, power })))
    if (kind === 'counter')
      return {
        positive: flowsBetween(sorted.map(({ from: at, value: count }) => ({ at, count }))),
        negative: [],
      }
    const step = stepOf(sorted)
    if (step > LONGEST_FLOW_MS) refuse(1, 'too_long', points.length)
    const part = (sign: 1 | -1) =>
      sorted.map(({ from, until, value }) => ({
        ...{ from, until: until ?? from + step },
        energy: Math.max(0, sign * value),
      }))
    return { positive: part(1), negative: part(-1) }
  }

  function energiesOf(): ImportedEnergies {
    const energies = new Map<CounterName, Map<number, number>>()
    let quarters = 0
    const give = (counter: CounterName | null, flows: readonly Flow[]) => {
      if (counter === null) return
      const into = energies.get(counter) ?? new Map<number, number>()
      for (const [quarter, energy] of quartersOf(flows)) {
        if (energy > MOST_A_QUARTER) continue
        into.set(quarter, (into.get(quarter) ?? 0) + energy)
        quarters += 1
        if (quarters > MOST_QUARTERS) throw new FileTooLarge()
      }
      energies.set(counter, into)
    }
    for (const stream of streams.values()) {
      const { positive, negative } = flowsIn(stream)
      const [up, down] = counted[stream.quantity]
      give(up, positive)
      give(down, negative)
    }
    return energies
  }

  return {
    /** Takes a line, or notes why it is refused. */
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

/** Returns the time between most points, in ms; 0 if there is a single one. `points` are in order of time. */
function stepOf(points: readonly Point[]): number {
  const steps = new Map<number, number>()
  points.forEach(({ from }, i) => {
    const step = from - (points[i - 1]?.from ?? from)
    if (step > 0) steps.set(step, (steps.get(step) ?? 0) + 1)
  })
  const [most] = [...steps].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}
