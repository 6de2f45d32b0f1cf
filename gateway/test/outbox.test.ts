import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../src/store/database.ts'
import { openOutbox } from '../src/store/outbox.ts'
import { openPending } from '../src/uplink/pending.ts'
import { folder } from './folder.ts'

const START = Date.UTC(2026, 10, 1)
const SECOND = 1000
const QUARTER = 15 * 60 * SECOND
/** A reading as long as the fullest one. */
const entry = (at: number) => ({
  at,
  text: JSON.stringify({ at: new Date(at).toISOString(), fill: 'x'.repeat(240) }),
})
const nothing = () => undefined

async function opened(maxMb = 200) {
  const path = join(await folder(), 'state.sqlite')
  const db = openDatabase(path)
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return { path, db, outbox: openOutbox(db, maxMb) }
}
const instants = (payload: string | undefined): number[] =>
  [...(payload ?? '').matchAll(/"at":"([^"]+)"/g)].map(([, at = '']) => Date.parse(at))

it('GWY-12 sends the oldest by the hundred and the newest ahead, each once', async () => {
  const { outbox } = await opened()
  for (let i = 0; i < 250; i += 1) outbox.add(entry(START + i * SECOND), nothing)
  const newest = outbox.takeNewest()
  expect(instants(newest?.payload)).toEqual([START + 249 * SECOND])
  expect(outbox.takeNewest()).toBeNull()
  const batches = [outbox.takeOldest(), outbox.takeOldest(), outbox.takeOldest()]
  expect(outbox.takeOldest()).toBeNull()
  const sent = batches.flatMap((batch) => instants(batch?.payload))
  expect(sent).toEqual(Array.from({ length: 249 }, (_, i) => START + i * SECOND))
  for (const batch of [...batches, newest]) if (batch) outbox.acknowledge(batch)
  expect([outbox.held(), outbox.inFlight()]).toEqual([0, 0])
})

it('GWY-12 sends again what was not acknowledged, also after a restart, and keeps what was', async () => {
  const { path, db, outbox } = await opened()
  for (let i = 0; i < 150; i += 1) outbox.add(entry(START + i * SECOND), nothing)
  const first = outbox.takeOldest()
  outbox.takeOldest()
  if (first) outbox.acknowledge(first)
  outbox.putBack()
  expect(instants(outbox.takeOldest()?.payload)).toHaveLength(50)
  db.close()
  const again = openDatabase(path)
  const left = openOutbox(again, 200)
  expect(left.held()).toBe(50)
  expect(instants(left.takeOldest()?.payload)[0]).toBe(START + 100 * SECOND)
  again.close()
})

it('GWY-12 takes the first reading of an instant, and no other', async () => {
  const { outbox } = await opened()
  outbox.add(entry(START), nothing)
  outbox.add({ at: START, text: '{"at":"other"}' }, nothing)
  expect(outbox.held()).toBe(1)
  expect(outbox.takeOldest()?.payload).toContain('fill')
})

it('GWY-12 sends what was measured after the clock was put back, each once, before and after the rest is acknowledged', async () => {
  const { outbox } = await opened()
  const years = 4 * 365 * 86_400_000
  for (let i = 0; i < 150; i += 1) outbox.add(entry(START + years + i * SECOND), nothing)
  const future = [outbox.takeNewest(), outbox.takeOldest(), outbox.takeOldest()]
  expect(future.flatMap((batch) => instants(batch?.payload))).toHaveLength(150)
  outbox.add(entry(START), nothing)
  const [newest, first, none] = [outbox.takeNewest(), outbox.takeOldest(), outbox.takeOldest()]
  expect([newest, none]).toEqual([null, null])
  expect(instants(first?.payload)).toEqual([START])
  // The server refuses what lies in the future, and acknowledges it.
  for (const batch of [...future, first]) if (batch) outbox.acknowledge(batch)
  expect(outbox.held()).toBe(0)
  outbox.add(entry(START + SECOND), nothing)
  expect(instants(outbox.takeNewest()?.payload)).toEqual([START + SECOND])
})

it('GWY-12 thins out the oldest to quarters before it drops any, counts both, and stays within its size', async () => {
  const { db, outbox } = await opened(10)
  db.exec('begin')
  const insert = db.prepare('insert into reading (at, text) values (?, ?)')
  for (let i = 0; i < 40_000; i += 1) insert.run(START + i * 10 * SECOND, entry(START + i * 10 * SECOND).text)
  db.exec('commit')
  const limit = 10_000_000
  for (let i = 40_000; outbox.bytes() > limit; i += 1) outbox.add(entry(START + i * 10 * SECOND), nothing)
  const oldest = instants(outbox.takeOldest()?.payload)
  expect(new Set(oldest.map((one) => Math.floor(one / QUARTER))).size).toBe(oldest.length)
  expect(oldest.slice(0, 3).map((one) => one % QUARTER)).toEqual([
    QUARTER - 10_000,
    QUARTER - 10_000,
    QUARTER - 10_000,
  ])
  expect(outbox.lost()['thinned']).toBeGreaterThan(5000)
  expect(outbox.lost()['dropped']).toBeUndefined()
})

it('GWY-12 drops, and says so, only when nothing is left to thin out', async () => {
  const { db, outbox } = await opened(10)
  db.exec('begin')
  const insert = db.prepare('insert into reading (at, text) values (?, ?)')
  for (let i = 0; i < 40_000; i += 1) insert.run(START + i * QUARTER, entry(START + i * QUARTER).text)
  db.exec('commit')
  for (let i = 0; outbox.bytes() > 10_000_000; i += 1)
    outbox.add(entry(START + (40_000 + i) * QUARTER), nothing)
  expect(outbox.lost()['thinned']).toBeUndefined()
  expect(outbox.lost()['dropped']).toBeGreaterThan(0)
})

it('GWY-12 holds forty days of full readings in its usual size', async () => {
  const { db, outbox } = await opened()
  db.exec('begin')
  const insert = db.prepare('insert into reading (at, text) values (?, ?)')
  for (let i = 0; i < 8640; i += 1) insert.run(START + i * 10 * SECOND, entry(START + i * 10 * SECOND).text)
  db.exec('commit')
  expect(40 * outbox.bytes()).toBeLessThan(200_000_000)
})

it('GWY-12 drops what the portal would refuse as too old', async () => {
  const { outbox } = await opened()
  const now = START + 500 * 86_400_000
  outbox.add(entry(START), nothing)
  outbox.add(entry(now), nothing)
  outbox.dropTooOld(now)
  expect(outbox.held()).toBe(1)
  expect(outbox.lost()).toEqual({ too_old: 1 })
})

it('GWY-12 keeps a reading and what belongs to it together, or neither', async () => {
  const { db, outbox } = await opened()
  const failing = () => {
    db.prepare('insert into memory (name, text) values (?, ?)').run('system', '{}')
    throw new Error('the disk is full')
  }
  expect(() => outbox.add(entry(START), failing)).toThrow('the disk is full')
  expect(outbox.held()).toBe(0)
  expect(db.prepare('select count(*) as n from memory').get()?.['n']).toBe(0)
})

it('GWY-06 keeps readings in memory while the disk is full, and stores them in order afterwards', () => {
  const stored: number[] = []
  const full = new Set(['disk'])
  const pending = openPending(({ at }) => {
    if (full.has('disk')) throw new Error('database or disk is full')
    stored.push(at)
  })
  expect([pending.add(entry(1)), pending.add(entry(2))]).toEqual([false, false])
  expect([pending.waiting(), pending.reason()]).toEqual([2, 'database or disk is full'])
  full.clear()
  expect(pending.add(entry(3))).toBe(true)
  expect([stored, pending.waiting(), pending.reason()]).toEqual([[1, 2, 3], 0, null])
})

it('GWY-06 says that the file of state is in use, damaged, or of a newer gateway', async () => {
  const { path, db } = await opened()
  expect(() => openDatabase(path)).toThrow('is already running')
  db.exec('pragma user_version = 9')
  db.close()
  expect(() => openDatabase(path)).toThrow('written by a newer gateway')
  expect(() => openDatabase('/dev/null/x')).toThrow('cannot be used')
})
