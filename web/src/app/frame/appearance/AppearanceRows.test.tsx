import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, startPreferences, usePreferences } from '../../../platform/preferences.ts'
import { stored } from '../../../platform/stored.ts'
import { AppearanceRows } from './AppearanceRows.tsx'

async function show() {
  await startPreferences()
  render(<AppearanceRows />)
}

describe('appearance and language', () => {
  it('SHL-01, SHL-09 switches the appearance, and keeps it', async () => {
    await show()
    const dark = screen.getByRole('switch', { name: 'Dunkles Design', checked: true })
    await userEvent.click(dark)
    expect([stored.darkMode.get(), document.documentElement.dataset['colorScheme']]).toEqual([false, 'light'])
    await userEvent.click(dark)
    expect(localStorage.getItem('darkMode')).toBe('true')
  })

  it('SHL-01, SHL-09 switches the language, and keeps it', async () => {
    await show()
    await userEvent.click(screen.getByRole('radio', { name: 'English' }))
    expect(await screen.findByRole('group', { name: 'Language' })).toBeTruthy()
    expect([localStorage.getItem('languageSelected'), document.documentElement.lang]).toEqual(['false', 'en'])
    await act(() => chooseLanguage('de'))
  })

  it('SHL-09 follows what another tab chooses', async () => {
    await show()
    localStorage.setItem('darkMode', 'false')
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key: 'darkMode', storageArea: localStorage }),
        ),
    )
    expect(usePreferences.getState().dark).toBe(false)
    expect(document.documentElement.dataset['colorScheme']).toBe('light')
  })
})
