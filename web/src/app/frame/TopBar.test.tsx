import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { USER, wagner } from '../../../test/identity/account.tsx'
import { json, serve } from '../../../test/wire.ts'
import { refreshUser } from '../../features/identity/api/user.ts'
import { MemoryRouter } from '../../platform/router/MemoryRouter.tsx'
import { beginSession, endSession } from '../../platform/session.ts'
import { TopBar } from './TopBar.tsx'

/** The panel a button opens; jsdom does not support popovers, so it never opens here. */
const panelOf = (name: string) => {
  const id = screen.getByRole('button', { name }).getAttribute('popovertarget') ?? ''
  return document.getElementById(id)
}

const show = () =>
  render(
    <MemoryRouter>
      <TopBar title="Dashboard" />
    </MemoryRouter>,
  )

describe('the top bar', () => {
  it('SHL-01 has the title, the appearance and the way out', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(panelOf('Darstellung')?.textContent).toContain('Dunkles Design')
    const out = screen.getByRole('link', { name: 'Abmelden', hidden: true })
    expect([panelOf('Profil')?.contains(out), out.getAttribute('href')]).toEqual([true, '/logout'])
    const settings = screen.getByRole('link', { name: 'Einstellungen', hidden: true })
    expect([panelOf('Profil')?.contains(settings), settings.getAttribute('href')]).toEqual([
      true,
      '/settings',
    ])
  })
  it('SHL-01 shows the initials of who is signed in, or their picture', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    beginSession({ access: 'a', refresh: 'r' }, true)
    serve({ [USER]: () => json(wagner), '/api/auth/user/picture/': () => new Response('webp') })
    show()
    await screen.findByText('JW')
    await waitFor(() => expect(panelOf('Profil')?.textContent).toContain('j.wagner@example.de'))
    serve({
      [USER]: () => json({ ...wagner, picture: 'p1' }),
      '/api/auth/user/picture/': () => new Response('webp'),
    })
    await act(refreshUser)
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:x'))
    act(() => endSession('signedOut'))
  })
})
