import { render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { routerAt } from '../../../test/router.tsx'
import { json, serve } from '../../../test/wire.ts'
import { beginSession } from '../../platform/session.ts'
import { routes } from '../routes.tsx'
import { App } from './App.tsx'

/** The part that breaks; the others render only their name. */
const broken = vi.hoisted(() => ({ name: '' }))
const part = vi.hoisted(() => (name: string) => ({
  [name]: () => {
    if (broken.name === name) throw new Error(`${name} breaks`)
    return name
  },
}))
vi.mock('../../features/firmware/offers/Bell.tsx', () => part('Bell'))
vi.mock('./sidebar/Sidebar.tsx', () => part('Sidebar'))
vi.mock('./Breadcrumb.tsx', () => part('Breadcrumb'))
vi.mock('./PhoneBar.tsx', () => part('PhoneBar'))
vi.mock('./VersionOffer.tsx', () => part('VersionOffer'))
vi.mock('./useScrollRestoration.ts', () => ({
  useScrollRestoration: () => part('useScrollRestoration')['useScrollRestoration']?.(),
}))

const reported = vi.fn()
beforeAll(() => Promise.all([import('./MainLayout.tsx'), import('../../features/glossary/GlossaryPage.tsx')]))
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
  vi.stubGlobal('scrollTo', vi.fn())
  vi.spyOn(console, 'error').mockImplementation(() => {})
  beginSession({ access: 'a', refresh: 'r' }, true)
  serve({ '/api/auth/usr_sn/': () => json([]), '/api/auth/data/': () => json([]) })
})

function open(name: string) {
  broken.name = name
  render(<App router={routerAt(routes, '/glossary')} />)
}

describe('what frames the pages', () => {
  it.each(['Bell', 'Sidebar', 'Breadcrumb', 'PhoneBar', 'VersionOffer'])(
    'SHL-07 a broken %s is reported, and missed: the page stays',
    async (name) => {
      open(name)
      expect(await screen.findByPlaceholderText('Begriff suchen')).toBeTruthy()
      expect(reported).toHaveBeenCalledTimes(1)
    },
  )

  it('SHL-07 what frames all of them ends in words of our own', async () => {
    open('useScrollRestoration')
    expect(await screen.findByText(/Ihr Speicher arbeitet davon unabhängig weiter/)).toBeTruthy()
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1))
  })
})
