import type { User } from '@kellersonne/contract/identity/accounts'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { setLanguage } from '../../src/platform/i18n/i18n.ts'
import { beginSession, endSession } from '../../src/platform/session.ts'
import { keepSystems } from '../../src/platform/state.ts'
import { RoutedPage, routerAt, textRoute } from '../router.tsx'
import { json } from '../wire.ts'

export const USER = '/api/auth/user/'
export const SYSTEMS = '/api/auth/usr_sn/'

/** A profile as sent by the server. */
export const wagner: User = {
  email: 'j.wagner@example.de',
  email_confirmed: true,
  pending_email: null,
  phone: '+49301234567',
  country: 'DE',
  lang: 'de',
  created_at: '2026-01-01T00:00:00Z',
  picture: null,
  linked: false,
  linked_since: null,
  claims: [],
  handovers: [],
}

export const waitingFor = (sn: string, until: string, contested = false) => ({
  sn: serialNumber.parse(sn),
  until,
  contested,
})

/** An access token that names its owner. */
export const tokenOf = (owner: string) => `h.${btoa(JSON.stringify({ sub: owner }))}.s`

/** Default answers for the account pages. */
export const calm = {
  [USER]: () => json(wagner),
  [SYSTEMS]: () => json([]),
  '/api/auth/sessions/': () => json([]),
}

/** Renders a page in a router, with another one to navigate to. */
export function show(Component: ComponentType) {
  const router = routerAt([{ path: '/', Component }, textRoute('*', 'elsewhere')], '/')
  render(<RoutedPage router={router} />)
  return router
}

/** Signs an owner in, in German. */
export function asWagner() {
  beforeEach(() => {
    beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true)
    keepSystems([])
  })
  afterEach(async () => {
    act(() => endSession('signedOut'))
    await setLanguage('de')
  })
}
