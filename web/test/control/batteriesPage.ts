import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { screen, within } from '@testing-library/react'
import { Component } from '../../src/features/control/BatteriesPage.tsx'
import { lastSeen, openPage, plain } from '../dashboard.tsx'
import type { serve } from '../wire.ts'
import { commandBook } from './commands.ts'

/** Opens the page of an owner who has issued no command yet. */
export const open = (systems: readonly LiveSystem[], more: Parameters<typeof serve>[0] = {}, at = '/') =>
  openPage(Component, { ...commandBook().answers, ...more }, systems, at)
export const one = (more: Partial<LiveSystem> = {}) =>
  open([liveSystem(1, { status: 'on', ...lastSeen(2000), ...more })])
export const card = (name: string) => screen.getByRole('region', { name })
export const text = (name: string) => plain(card(name).textContent)
export const facts = (name: string) =>
  Object.fromEntries(
    within(card(name))
      .getAllByRole('term')
      .map((term) => [plain(term.textContent), plain(term.nextElementSibling?.textContent)]),
  )
