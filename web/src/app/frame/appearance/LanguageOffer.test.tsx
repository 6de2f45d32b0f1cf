import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { startPreferences } from '../../../platform/preferences.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { stored } from '../../../platform/stored.ts'
import { AuthBar } from '../../../ui/layout/AuthBar.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import { LanguageOffer } from './LanguageOffer.tsx'

vi.mock('../../../platform/i18n/en.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module: en')
})

it.each([
  ['before sign-in', <AuthBar key="bar" bare />, 'button', 'DE: Auf Englisch umstellen'],
  ['in the menu', <AppearanceRows key="rows" />, 'radio', 'English'],
])(
  'SHL-07 a language that has disappeared %s leaves the one before, and offers a reload',
  async (_, part, role, name) => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, reload })
    await startPreferences()
    render(
      <MemoryRouter>
        {part}
        <LanguageOffer />
      </MemoryRouter>,
    )
    await userEvent.click(screen.getByRole(role, { name }))
    await screen.findByRole('dialog', { name: /^Die Sprache lässt sich/ })
    expect([document.documentElement.lang, stored.isGerman.get()]).toEqual(['de', null])
    await userEvent.click(screen.getByRole('button', { name: 'Neu laden' }))
    expect(reload).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Schließen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)
