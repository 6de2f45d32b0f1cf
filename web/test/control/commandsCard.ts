import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { Component } from '../../src/features/control/BatteriesPage.tsx'
import { lastSeen, openPage, plain } from '../dashboard.tsx'
import type { serve } from '../wire.ts'
import { COMMAND, COMMANDS, commandBook } from './commands.ts'

export const working = (more: Partial<LiveSystem> = {}) =>
  liveSystem(1, { status: 'on', ...lastSeen(1000), ...more })
export const card = () => within(screen.getByRole('region', { name: /^(Befehle|Commands)$/ }))
export const button = (name: string) => card().getByRole('button', { name })
export const dialog = () => within(screen.getByRole('dialog'))
export const progress = () => plain(card().getByRole('status').textContent)
export const ledger = () =>
  within(screen.getByRole('region', { name: /Bisherige Befehle|Past commands/ }))
    .queryAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)).join(' | '))

type Answers = Parameters<typeof serve>[0]

/** Opens a battery's page and waits until it has requested the past commands. */
export async function start(server = commandBook(), system = working(), other: Answers = {}) {
  const page = await openPage(Component, { ...server.answers, ...other }, [system])
  await waitFor(() => expect(page.asked.some(({ path }) => path.startsWith(COMMANDS))).toBe(true))
  const given = () => page.asked.filter(({ path }) => path === COMMAND)
  /** Sends live values of the unit. */
  const receive = () => page.push([working()])
  return { ...page, server, given, receive }
}
export async function ask(name = 'Standby') {
  await userEvent.click(button(name))
}
export const send = (name = 'Jetzt in Standby') => userEvent.click(dialog().getByRole('button', { name }))
