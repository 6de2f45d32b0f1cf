import { MAX_BACKLOG } from '@kellersonne/contract/telemetry/device'
import { MAX_LATE_MS } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Entry, openJournal, type Place } from './journal.ts'

/** A message with readings that is under way. */
export type Batch = { readonly payload: string }

const FINE_MS = 3 * 86_400_000

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
  const inFlight = new Map<Batch, readonly Place[]>()

  const flying = () => [...inFlight.values()].flat()
  function compact() {
    const moved = journal.keep([...waiting, ...flying()])
    waiting = moved.splice(0, waiting.length)
    for (const [batch, places] of inFlight) inFlight.set(batch, moved.splice(0, places.length))
  }
  function taken(places: readonly Place[]): Batch | null {
    if (places.length === 0) return null
    const texts = places.map(journal.read).join(',')
    const batch = { payload: places.length === 1 ? texts : `[${texts}]` }
    inFlight.set(batch, places)
    return batch
  }
  return {
    /** How many are not acknowledged. */
    held: () => waiting.length + flying().length,
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
      if (waiting.length === 0 && inFlight.size === 0) compact()
    },
    /** What was in flight waits again: the connection it went out on is gone. */
    putBack() {
      waiting = byTime([...flying(), ...waiting])
      inFlight.clear()
    },
    /** To be called now and then while nobody acknowledges: keeps the file from growing for ever. */
    thin(now: number) {
      waiting = thinned(waiting, now)
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
