import type { DatabaseSync } from 'node:sqlite'
import { MAX_BACKLOG } from '@kellersonne/contract/telemetry/device'
import { MAX_LATE_MS } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Batch, Waiting } from '@kellersonne/device-kit/waiting'
import { inTransaction } from './database.ts'

/** A reading as text; `at`: its instant, ms UTC. */
export type Entry = { readonly at: number; readonly text: string }

const MB = 1_000_000
/** How many readings one step of thinning examines, so that it never blocks for long. */
const STEP = 5000
/** How many readings are dropped at a time when there is nothing left to thin out. */
const DROPPED = 500

const entriesOf = (rows: readonly Record<string, unknown>[]): Entry[] =>
  rows.map(({ at, text }) => ({ at: Number(at), text: String(text) }))

/**
 * Readings that wait on disk until they are acknowledged, oldest first. If they need more than `maxMb`, the oldest are
 * thinned out to the last of each quarter of an hour, whose counters include the others; only when there is nothing
 * left to thin out are the oldest dropped. Both are counted.
 *
 * Readings dated in the future, because the clock was ahead, are sent like all others: the server refuses and
 * acknowledges each of them, and so they are deleted. They are not dropped here, as the clock may just as well be behind.
 */
export function openOutbox(db: DatabaseSync, maxMb: number) {
  const oldest = db.prepare('select at, text from reading where at > ? order by at limit ?')
  const newest = db.prepare('select at, text from reading where at > ? order by at desc limit 1')
  const remove = db.prepare('delete from reading where at = ?')
  const count = db.prepare('select count(*) as n from reading')
  const insert = db.prepare('insert into reading (at, text) values (?, ?) on conflict do nothing')
  const pages = db.prepare('pragma page_count')
  const free = db.prepare('pragma freelist_count')
  const pageSize = db.prepare('pragma page_size')
  const lose = db.prepare(
    'insert into lost (reason, readings) values (?, ?) on conflict do update set readings = readings + excluded.readings',
  )
  const lost = db.prepare('select reason, readings from lost')

  const inFlight = new Map<Batch, readonly Entry[]>()
  /** All up to here are in flight or acknowledged, besides those in `ahead`. */
  let sentUntil = 0
  /** Readings that were sent ahead of older ones. */
  let ahead = new Set<number>()
  /** Acknowledged, but not deleted yet, because the disk was full. After a restart they are sent again, which is harmless. */
  const acknowledged = new Set<number>()
  const counted = () => Number(count.get()?.['n'] ?? 0)
  let held = counted()
  let thinnedUntil = 0

  const bytes = () =>
    (Number(pages.get()?.['page_count']) - Number(free.get()?.['freelist_count'])) *
    Number(pageSize.get()?.['page_size'])

  function taken(entries: readonly Entry[]): Batch | null {
    if (entries.length === 0) return null
    const texts = entries.map(({ text }) => text).join(',')
    const batch = { payload: entries.length === 1 ? texts : `[${texts}]` }
    inFlight.set(batch, entries)
    return batch
  }
  /** Lets the reading at `at` be sent that came after later ones, since the clock was put back; none is sent twice. */
  function goBackTo(at: number) {
    if (at > sentUntil) return
    sentUntil = at - 1
    ahead = new Set([...inFlight.values()].flat().map((entry) => entry.at))
  }
  function deleteAll(instants: readonly number[]): number {
    const gone = instants.reduce((sum, at) => sum + Number(remove.run(at).changes), 0)
    held -= gone
    return gone
  }
  /** Keeps the last reading of each of the oldest quarters that have more. Returns false if no quarter has. */
  function thin(): boolean {
    const entries = entriesOf(oldest.all(thinnedUntil, STEP))
    const quarter = ({ at }: Entry) => Math.floor(at / QUARTER_MS)
    const surplus = entries.filter((entry, i) => {
      const next = entries[i + 1]
      return next !== undefined && quarter(next) === quarter(entry)
    })
    if (surplus.length > 0) lose.run('thinned', deleteAll(surplus.map(({ at }) => at)))
    // The last quarter of a step may continue in the next.
    const lastQuarter = QUARTER_MS * Math.floor((entries.at(-1)?.at ?? 0) / QUARTER_MS) - 1
    const more = entries.length === STEP && lastQuarter > thinnedUntil
    thinnedUntil = more ? lastQuarter : 0
    return surplus.length > 0 || more
  }
  /** Frees a little space before each reading that is stored. */
  function makeRoom() {
    if (bytes() <= maxMb * MB || thin()) return
    lose.run('dropped', deleteAll(entriesOf(oldest.all(0, DROPPED)).map(({ at }) => at)))
  }
  /** Runs `work` in a transaction; recounts the readings if it was rolled back. */
  function changing<T>(work: () => T): T {
    try {
      return inTransaction(db, work)
    } catch (error) {
      held = counted()
      throw error
    }
  }
  function deleteAcknowledged() {
    if (acknowledged.size === 0) return
    changing(() => deleteAll([...acknowledged]))
    acknowledged.clear()
  }

  return {
    held: () => Math.max(0, held - acknowledged.size),
    inFlight: () => inFlight.size,
    /** Stores a reading and what `beside` writes, both or neither. Of two readings at one instant, the first is kept. */
    add({ at, text }: Entry, beside: () => void) {
      deleteAcknowledged()
      let stored = 0
      changing(() => {
        makeRoom()
        beside()
        stored = Number(insert.run(at, text).changes)
        held += stored
      })
      if (stored > 0) goBackTo(at)
    },
    takeOldest(): Batch | null {
      for (;;) {
        const entries = entriesOf(oldest.all(sentUntil, MAX_BACKLOG))
        const mine = entries.filter(({ at }) => !ahead.has(at) && !acknowledged.has(at))
        sentUntil = entries.at(-1)?.at ?? sentUntil
        ahead = new Set([...ahead].filter((at) => at > sentUntil))
        if (mine.length > 0 || entries.length === 0) return taken(mine)
      }
    },
    takeNewest(): Batch | null {
      const [entry] = entriesOf(newest.all(sentUntil))
      if (!entry || ahead.has(entry.at) || acknowledged.has(entry.at)) return null
      ahead.add(entry.at)
      return taken([entry])
    },
    /** Throws if the readings cannot be deleted now; that is done before the next one is stored. */
    acknowledge(batch: Batch) {
      for (const { at } of inFlight.get(batch) ?? []) acknowledged.add(at)
      inFlight.delete(batch)
      deleteAcknowledged()
    },
    putBack() {
      inFlight.clear()
      sentUntil = 0
      ahead = new Set()
    },
    /** Drops readings that the server would refuse as too old at `now` (ms UTC). */
    dropTooOld(now: number) {
      changing(() => {
        const old = entriesOf(oldest.all(0, STEP)).filter(({ at }) => at < now - MAX_LATE_MS)
        if (old.length > 0) lose.run('too_old', deleteAll(old.map(({ at }) => at)))
      })
    },
    /** How many readings are gone, by reason: thinned, dropped, too_old. */
    lost: (): Readonly<Record<string, number>> =>
      Object.fromEntries(lost.all().map(({ reason, readings }) => [String(reason), Number(readings)])),
    /** Size on disk, in bytes. */
    bytes,
    close: () => undefined,
  } satisfies Waiting & Record<string, unknown>
}
