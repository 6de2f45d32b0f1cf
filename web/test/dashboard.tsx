import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { percent, watts } from '@kellersonne/core/units/units'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { followLive } from '../src/features/live/api/live.ts'
import { Component } from '../src/features/live/DashboardPage.tsx'
import { setLanguage } from '../src/platform/i18n/i18n.ts'
import { MemoryRouter } from '../src/platform/router/MemoryRouter.tsx'
import { beginSession, endSession } from '../src/platform/session.ts'
import { useAppState } from '../src/platform/state.ts'
import { HeaderSlot } from '../src/ui/layout/HeaderContent.tsx'
import { wire } from './systems.ts'
import { refusal, serve } from './wire.ts'

export const LIVE = '/api/auth/live/'
export const DATA = '/api/auth/data/'
export const MINUTE = 60_000

export const powers = (grid: number, pv: number, battery: number) => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
export const lastSeen = (ms: number) => ({ lastOnline: new Date(Date.now() - ms) })
/** Three systems of one house on a sunny morning, last reported 12 s ago. */
export const three = (second: Partial<LiveSystem> = {}) => [
  liveSystem(1, { powers: powers(-400, 1600, -990), soc: percent(66), ...lastSeen(12_000) }),
  liveSystem(2, { powers: powers(-405, 1610, -985), soc: percent(61), ...lastSeen(12_000), ...second }),
  liveSystem(3, { powers: powers(-405, 1610, -985), soc: percent(65), ...lastSeen(12_000) }),
]

export function screenOf(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') ? width < 768 : width >= 1438,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

/** Opens a page for a signed-in owner of `systems`, with a live stream that the test keeps writing to. */
export async function openPage(
  Page: ComponentType,
  answers: Parameters<typeof serve>[0],
  systems: readonly LiveSystem[],
  at = '/',
) {
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  let away = false
  const push = (list: readonly LiveSystem[]) =>
    void writer?.write(new TextEncoder().encode(`event: data\ndata: ${JSON.stringify(wire(...list))}\n\n`))
  function answer() {
    if (away) return refusal('unavailable')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    writer = writable.getWriter()
    push(systems)
    return new Response(readable)
  }
  async function cut() {
    away = true
    await writer?.abort(new Error('cut'))
  }
  const asked = serve({ [LIVE]: answer, [DATA]: () => refusal('unavailable'), ...answers })
  show(Page, at)
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  act(() => useAppState.setState({ active: TOTAL }))
  return { push, cut, asked }
}

/** Opens the dashboard. */
export const open = (...systems: LiveSystem[]) => openPage(Component, {}, systems)

export function show(Page: ComponentType = Component, at = '/') {
  render(
    <MemoryRouter at={at}>
      <header>
        <HeaderSlot />
      </header>
      <Page />
    </MemoryRouter>,
  )
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ').trim()
export const drawing = () => plain(screen.getByRole('img').getAttribute('aria-label'))
export const sentence = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent?.trim()
/** The line above the sentence. */
export const status = () =>
  plain(
    screen.getByText((_, element) => element?.tagName === 'P' && element.hasAttribute('data-tone'))
      .textContent,
  )
/** Caption, value and note of each number in a region. */
export const numbersOf = (region: string | RegExp) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('term')
    .map((term) => {
      const cell = term.parentElement
      return [...(cell?.children ?? [])].map((child) => plain(child.textContent)).join(' | ')
    })
export const cards = () => numbersOf(/^(Messwerte|Readings)$/)

/** Signs an owner in on a wide screen, in German. */
export function asOwner() {
  beforeEach(() => {
    screenOf(1440)
    beginSession({ access: 'a', refresh: 'r' }, false)
  })
  afterEach(async () => {
    act(() => endSession('signedOut'))
    document.body.replaceChildren()
    await setLanguage('de')
  })
}
