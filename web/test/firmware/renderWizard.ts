import { POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, vi } from 'vitest'
import { Component } from '../../src/features/firmware/update/UpdatePage.tsx'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { asOwner, lastSeen, openPage } from '../dashboard.tsx'
import { OFFERED, updateServer } from './updates.ts'

/** Signs an owner in, with the page's texts loaded. */
export function onUpdatePage() {
  asOwner()
  beforeAll(() => loadNamespaces('update'))
}

/** The system to update, L2 of two. */
export const SN = '1002'
/** L1 and L2. */
export const two = (more: Partial<LiveSystem> = {}) => [
  liveSystem(1, { ...lastSeen(1000), versions: { bms: '2.5.0' } }),
  liveSystem(2, { ...lastSeen(1000), status: 'off', versions: { bms: '2.4.0' }, update: OFFERED, ...more }),
]
export type Answers = Parameters<typeof openPage>[1]
export type Server = ReturnType<typeof updateServer>

const card = () => within(screen.getByRole('region', { name: 'Update' }))
const button = (name: string) => card().getByRole('button', { name })
/** Without user-event's delay between actions, which would never end with a stopped clock. */
const click = (target: Element) => userEvent.setup({ delay: null }).click(target)
const press = (name: string) => click(button(name))
const answer = (name: string) => click(within(dialog()).getByRole('button', { name }))
const dialog = () => screen.queryByRole('dialog') ?? screen.getByRole('alertdialog')
const title = (name: string) => card().findByRole('heading', { name })
const stepNow = () =>
  card()
    .getAllByRole('listitem')
    .find((item) => item.parentElement?.tagName === 'OL' && item.getAttribute('aria-current') === 'step')

async function choose() {
  await click(card().getByRole('radio', { name: /L2/ }))
  await click(card().getByRole('checkbox', { name: 'L2 ist ausgeschaltet' }))
  await press('Weiter')
  await title('L2 ist bereit für das Update.')
}
async function begin() {
  await choose()
  await press('Update starten')
  await answer('Jetzt starten')
  await within(await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })).findByRole(
    'button',
  )
  await answer('Verstanden')
}
const tick = (ms = POLL_MS) => act(() => vi.advanceTimersByTimeAsync(ms))

type Options = {
  readonly server?: Server
  /** Replaces answers of the server. */
  readonly answers?: Answers
  readonly systems?: readonly LiveSystem[]
  readonly at?: string
}
/**
 * Opens the update page, by default with an update available for L2; resolves to its wizard, what can be done with it,
 * and its server.
 */
export async function renderWizard({
  server = updateServer(SN),
  answers = {},
  systems = two(),
  at,
}: Options = {}) {
  const page = await openPage(Component, { ...server.answers, ...answers }, systems, at)
  await screen.findByRole('region', { name: 'Update' })
  const calls = (path: string) => page.asked.filter((call) => call.path.replace(/\?.*/, '') === path)
  return {
    ...{ ...page, server, calls },
    ...{ card, button, click, press, dialog, answer, title, stepNow, choose, begin, tick },
  }
}
