import { MAX_BACKLOG } from '@kellersonne/contract/device'
import { QUARTER_MS } from '@kellersonne/core/days'
import { MAX_LATE_MS } from '@kellersonne/core/readings'
import { type Entry, openJournal, type Place } from './journal.ts'

/** Readings under way in one message. */
export type Batch = { readonly places: readonly Place[]; readonly payload: string }

const FINE_MS = 3 * 86_400_000
const SLACK_BYTES = 200_000

/** What is told of a time long gone: the last reading of each quarter, whose counters know of the others. */
export function thinned<T extends { readonly at: number }>(readings: readonly T[], now: number): T[] {
  const quarter = ({ at }: T) => Math.floor(at / QUARTER_MS)
  return readings.filter((reading, i) => {
    if (reading.at < now - MAX_LATE_MS) return false
    const next = readings[i + 1]
    return reading.at >= now - FINE_MS || next === undefined || quarter(next) !== quarter(reading)
  })
}

/**
 * What a unit has measured and nobody has acknowledged yet, oldest first, kept in a file: a reading is in it before
 * it is sent, always in the same words, and until it has been acknowledged. What the file tells of the time after
 * `until` (ms UTC) was never sent, and is measured anew.
 */
export function openBacklog(path: string, until: number) {
  const journal = openJournal(path, until)
  const byTime = (places: readonly Place[]) => places.toSorted((a, b) => a.at - b.at)
  let waiting = byTime(journal.places)
  const inFlight = new Set<Batch>()

  const held = () => waiting.length + [...inFlight].reduce((sum, { places }) => sum + places.length, 0)
  function compact() {
    const flying = [...inFlight]
    const moved = journal.keep([...waiting, ...flying.flatMap(({ places }) => places)])
    waiting = moved.splice(0, waiting.length)
    for (const batch of flying) batch.places = moved.splice(0, batch.places.length)
  }
  function taken(places: readonly Place[]): Batch | null {
    if (places.length === 0) return null
    const texts = places.map(journal.read).join(',')
    const batch = { places, payload: places.length === 1 ? texts : `[${texts}]` }
    inFlight.add(batch)
    return batch
  }
  return {
    /** How many are not acknowledged. */
    held,
    /** How many messages are under way. */
    inFlight: () => inFlight.size,
    /** Writes readings down, oldest first. */
    add(entries: readonly Entry[]) {
      waiting.push(...journal.append(entries))
    },
    /** The oldest that wait, as many as fit one message; null where none waits. */
    takeOldest: () => taken(waiting.splice(0, MAX_BACKLOG)),
    /** The newest alone, past all that wait. */
    takeNewest: () => taken(waiting.splice(-1)),
    acknowledge(batch: Batch) {
      inFlight.delete(batch)
      const left = held()
      const bytes = [...waiting].reduce((sum, { length }) => sum + length, 0)
      if (left === 0 || journal.size() > 2 * bytes + SLACK_BYTES) compact()
    },
    /** What was in flight waits again: the connection it went out on is gone. */
    putBack() {
      waiting = byTime([...[...inFlight].flatMap(({ places }) => places), ...waiting])
      inFlight.clear()
    },
    thin(now: number) {
      const kept = thinned(waiting, now)
      if (kept.length === waiting.length) return
      waiting = kept
      compact()
    },
    /** Brings the file up to date and lets it go. */
    close() {
      compact()
      journal.close()
    },
  }
}
export type Backlog = ReturnType<typeof openBacklog>
