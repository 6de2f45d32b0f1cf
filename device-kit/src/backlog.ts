import { MAX_BACKLOG } from '@kellersonne/contract/telemetry/device'
import { MAX_LATE_MS } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Entry, openAppendLog, type Place } from './append-log.ts'
import type { Batch, Waiting } from './waiting.ts'

const FINE_MS = 3 * 86_400_000

/**
 * Thins out old readings to the last of each quarter, whose counters include the others; drops those the server would
 * reject as too old.
 */
export function thinned<T extends { readonly at: number }>(readings: readonly T[], now: number): T[] {
  const quarter = ({ at }: T) => Math.floor(at / QUARTER_MS)
  return readings.filter((reading, i) => {
    if (reading.at < now - MAX_LATE_MS) return false
    const next = readings[i + 1]
    return reading.at >= now - FINE_MS || next === undefined || quarter(next) !== quarter(reading)
  })
}

/**
 * Keeps readings that are not acknowledged yet in a file, oldest first: a reading is in it before it is sent, always
 * as the same text, and until it is acknowledged. Entries after `until` (ms UTC) were never sent, and are measured
 * again.
 */
export function openBacklog(path: string, until: number) {
  const journal = openAppendLog(path, until)
  const byTime = (places: readonly Place[]) => places.toSorted((a, b) => a.at - b.at)
  let waiting = byTime(journal.places)
  const inFlight = new Map<Batch, readonly Place[]>()

  const flying = () => [...inFlight.values()].flat()
  function compact() {
    const moved = journal.keepOnly([...waiting, ...flying()])
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
    held: () => waiting.length + flying().length,
    inFlight: () => inFlight.size,
    /** Stores readings, oldest first. */
    add(entries: readonly Entry[]) {
      waiting.push(...journal.append(entries))
    },
    takeOldest: () => taken(waiting.splice(0, MAX_BACKLOG)),
    takeNewest: () => taken(waiting.splice(-1)),
    acknowledge(batch: Batch) {
      inFlight.delete(batch)
      if (waiting.length === 0 && inFlight.size === 0) compact()
    },
    putBack() {
      waiting = byTime([...flying(), ...waiting])
      inFlight.clear()
    },
    /** Must be called now and then while nothing is acknowledged: keeps the file from growing without limit. */
    thin(now: number) {
      waiting = thinned(waiting, now)
      compact()
    },
    /** Compacts the file and closes it. */
    close() {
      compact()
      journal.close()
    },
  } satisfies Waiting & Record<string, unknown>
}
