import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type Day, dayAfter, dayOf } from '@kellersonne/core/time/days'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calendar } from '../../../../../test/energy/calendar.ts'
import { graph } from '../../../../../test/energy/graph.ts'
import { tokenOf } from '../../../../../test/identity/account.tsx'
import { json, type RecordedCall, refusal, serve } from '../../../../../test/wire.ts'
import { setServerClock } from '../../../../platform/clock/serverClock.ts'
import { beginSession, endSession } from '../../../../platform/session.ts'
import { useHistoryCopies } from './useHistoryCopies.ts'

const ZONE = 'Europe/Berlin'
const NOON = new Date('2026-06-18T10:00:00Z')
const sn = serialNumber.parse('1001')
const daysOf = (calls: readonly RecordedCall[], path: string) =>
  calls
    .filter((call) => call.path.startsWith(path))
    .map((call) => new URLSearchParams(call.path.split('?')[1]).get('from_date'))

let away = false
const serving = () =>
  serve({
    '/api/auth/graph/': ({ path }) =>
      away ? refusal('unavailable') : json(graph(new URLSearchParams(path.split('?')[1]))),
    '/api/auth/calendar/': () => json(calendar(sn, '2026-06-01', '2026-06-18')),
  })

/** Leaves the page open for a minute at a given time; returns what it has asked for. */
async function openAt(now: Date) {
  vi.setSystemTime(now)
  setServerClock(now)
  const calls = serving()
  const { unmount } = renderHook(() => useHistoryCopies(sn, dayOf(now, ZONE), ZONE))
  await vi.advanceTimersByTimeAsync(60_000)
  unmount()
  return { graphs: daysOf(calls, '/api/auth/graph/'), months: daysOf(calls, '/api/auth/calendar/') }
}
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, i) => dayAfter(from as Day, i))

beforeEach(() => {
  away = false
  vi.useFakeTimers()
  vi.setSystemTime(NOON)
  beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true)
})
afterEach(() => {
  endSession('signedOut')
  setServerClock(new Date())
  vi.useRealTimers()
})

it('SHL-10 stores the last seven days and this month, and later only what was not over', async () => {
  expect(await openAt(NOON)).toEqual({ graphs: days('2026-06-12', 7), months: ['2026-06-01'] })
  expect((await openAt(new Date(NOON.getTime() + 600_000))).graphs).toEqual([])
  expect((await openAt(new Date('2026-06-19T10:00:00Z'))).graphs).toEqual(days('2026-06-18', 2))
})

it('SHL-10 stops at the first answer that does not come, and goes on the next time', async () => {
  away = true
  expect(await openAt(NOON)).toEqual({ graphs: ['2026-06-12'], months: [] })
  away = false
  expect((await openAt(NOON)).graphs).toEqual(days('2026-06-12', 7))
})
