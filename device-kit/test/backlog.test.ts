import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBacklog, thinned } from '../src/backlog.ts'
import { folder } from './folder.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const now = Date.UTC(2026, 10, 21, 12)
const entry = (at: number) => ({ at, text: JSON.stringify({ at: new Date(at).toISOString(), soc: 50 }) })
const entries = (count: number, from = now) => Array.from({ length: count }, (_, i) => entry(from + i * 1000))
const payload = (of: readonly { text: string }[]) =>
  of.length === 1 ? of[0]?.text : `[${of.map(({ text }) => text).join(',')}]`
const open = async () => {
  const path = join(await folder(), 'backlog')
  return { path, backlog: openBacklog(path, 0) }
}

it('hands out the oldest by the hundred, and the newest alone', async () => {
  const { backlog } = await open()
  const all = entries(150)
  backlog.add(all)
  expect(backlog.takeNewest()?.payload).toBe(payload(all.slice(149)))
  expect(backlog.takeOldest()?.payload).toBe(payload(all.slice(0, 100)))
  expect(backlog.takeOldest()?.payload).toBe(payload(all.slice(100, 149)))
  expect(backlog.takeOldest()).toBeNull()
  expect([backlog.held(), backlog.inFlight()]).toEqual([150, 3])
})

it('forgets what is acknowledged and hands out again what was put back, in its old order', async () => {
  const { path, backlog } = await open()
  const all = entries(250)
  backlog.add(all)
  const first = backlog.takeOldest()
  backlog.takeOldest()
  if (first) backlog.acknowledge(first)
  backlog.putBack()
  expect(backlog.takeOldest()?.payload).toBe(payload(all.slice(100, 200)))
  backlog.close()
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(150)
})

it('finds after a restart what was not acknowledged, but for a torn line and what was never sent', async () => {
  const { path, backlog } = await open()
  const all = entries(5)
  backlog.add(all)
  appendFileSync(path, '{"at":"2026-11-2')
  const again = openBacklog(path, now + 3000)
  expect(again.takeOldest()?.payload).toBe(payload(all.slice(0, 4)))
  again.add(entries(1, now + 3500))
  expect(again.takeOldest()?.payload).toBe(payload(entries(1, now + 3500)))
})

it('keeps its words when the file is written anew while some are under way', async () => {
  const { backlog } = await open()
  const old = [entry(now - 5 * DAY), entry(now - 5 * DAY + MINUTE), entry(now - 5 * DAY + 2 * MINUTE)]
  const fresh = entries(3)
  backlog.add([...old, ...fresh])
  const flying = backlog.takeNewest()
  backlog.thin(now)
  expect(backlog.held()).toBe(4)
  expect(flying?.payload).toBe(payload(fresh.slice(2)))
  backlog.putBack()
  expect(backlog.takeOldest()?.payload).toBe(payload([...old.slice(2), ...fresh]))
})

it('thins what is older than three days to the last of each quarter, and drops what the server would refuse', () => {
  const minutes = (from: number) => Array.from({ length: 30 }, (_, i) => ({ at: from + i * MINUTE }))
  expect(thinned(minutes(now), now)).toHaveLength(30)
  const old = now - 10 * DAY
  expect(thinned(minutes(old), now)).toEqual([{ at: old + 14 * MINUTE }, { at: old + 29 * MINUTE }])
  expect(thinned(minutes(now - 401 * DAY), now)).toEqual([])
})
