import { act, screen } from '@testing-library/react'
import { Component } from '../../src/features/identity/user/UserPage.tsx'
import { askSystems } from '../../src/features/systems/api.ts'
import { json, serve } from '../wire.ts'
import { calm, SYSTEMS, show } from './account.tsx'

/** Opens the user page of an owner of two systems. */
export async function openUser(answers: Parameters<typeof serve>[0] = {}) {
  const list = [
    { sn: '20481', phase: 1 },
    { sn: '20482', phase: 2 },
    { sn: -1, phase: -1 },
  ]
  const calls = serve({ ...calm, [SYSTEMS]: () => json(list), ...answers })
  const router = show(Component)
  await act(askSystems)
  await screen.findByLabelText('E-Mail-Adresse')
  const posted = (path: string) => calls.filter((call) => call.path === path && call.method === 'POST')
  return { router, calls, posted }
}
