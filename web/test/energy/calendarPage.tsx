import { TOTAL } from '@kellersonne/core/systems/systems'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { Component } from '../../src/features/energy/calendar/CalendarPage.tsx'
import { followLive } from '../../src/features/live/api/live.ts'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { useAppState } from '../../src/platform/state.ts'
import { asOwner, LIVE, plain, three } from '../dashboard.tsx'
import { RoutedPage, routerAt, textRoute } from '../router.tsx'
import { wire } from '../systems.ts'
import { json, refusal, serve } from '../wire.ts'
import { calendar } from './calendar.ts'

export const CALENDAR = '/api/auth/calendar/'
export const TODAY = '2026-06-18'

/** Signs an owner in, in mid-June, with the page's texts loaded. */
export function onCalendarPage() {
  beforeAll(() => loadNamespaces('charts'))
  asOwner()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T09:42:00Z`) })
  })
}

type Days = Parameters<typeof calendar>[3]

/** Opens the page of an owner of three systems in mid-June. */
export async function open({ search = '', days = {} as Days } = {}) {
  const gate: { hold: Promise<void> | null; fails: boolean } = { hold: null, fails: false }
  const calls = serve({
    [LIVE]: () => new Response(`event: data\ndata: ${JSON.stringify(wire(...three()))}\n\n`),
    [CALENDAR]: async ({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      if (gate.hold) await gate.hold
      if (gate.fails) return refusal('unavailable')
      const sn = three().find((system) => system.sn === query.get('sn'))?.sn ?? TOTAL
      return json(calendar(sn, query.get('from_date') ?? '', TODAY, days))
    },
  })
  useAppState.setState({ active: TOTAL, systems: [...three(), { sn: TOTAL, phase: TOTAL }] })
  const table = [{ path: '/calendar', Component }, textRoute('/charts', 'charts')]
  const router = routerAt(table, `/calendar${search}`)
  render(<RoutedPage router={router} />)
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  const address = () => router.state.location.pathname + router.state.location.search
  return { calls, gate, router, address }
}

export function day(date: string): HTMLElement {
  const cell = document.querySelector<HTMLElement>(`[data-day="${date}"]`)
  if (!cell) throw new Error(`no ${date}`)
  return cell
}
export const asked = (calls: { path: string }[]) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith(CALENDAR))
export const selected = () => within(screen.getByRole('gridcell', { selected: true })).getByRole('link')
export const months = () => screen.getByRole('grid').getAttribute('aria-label')
/** The text alternative of a day's cell. */
export const text = (cell: Element) => plain(cell.querySelector('.visually-hidden')?.textContent)
export const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
