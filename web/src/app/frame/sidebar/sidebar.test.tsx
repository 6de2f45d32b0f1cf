import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startPreferences } from '../../../platform/preferences.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { stored } from '../../../platform/stored.ts'
import { Sidebar } from './Sidebar.tsx'

async function show() {
  await startPreferences()
  render(
    <MemoryRouter at="/dashboard">
      <Sidebar />
    </MemoryRouter>,
  )
  return screen.getByRole('navigation')
}

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  act(() => void window.dispatchEvent(new Event('scroll')))
}

describe('the sidebar', () => {
  beforeEach(() => scrollTo(0))

  it('SHL-04 is made narrow and wide again, and stays so on this device', async () => {
    const sidebar = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Einklappen' }))
    expect([sidebar.hasAttribute('data-mini'), stored.sidebar.get()?.mini]).toEqual([true, true])
    expect(screen.getByRole('link', { name: 'Update' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Ausklappen' }))
    expect([sidebar.hasAttribute('data-mini'), stored.sidebar.get()?.mini]).toEqual([false, false])
  })

  it('SHL-04 has a second button, fixed, after more than 50 px of scrolling', async () => {
    const sidebar = await show()
    scrollTo(50)
    expect(screen.queryByRole('button', { name: 'Seitenleiste einklappen' })).toBeNull()
    scrollTo(51)
    fireEvent.click(screen.getByRole('button', { name: 'Seitenleiste einklappen' }))
    expect(sidebar.hasAttribute('data-mini')).toBe(true)
    scrollTo(0)
    expect(screen.queryByRole('button', { name: /^Seitenleiste/ })).toBeNull()
  })

  it('SHL-12 is narrow where there is no room for more, without a choice', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const sidebar = await show()
    expect(sidebar.hasAttribute('data-mini')).toBe(true)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('SHL-05 is primary as it comes, background and title', async () => {
    const { ground, title } = (await show()).dataset
    expect([ground, title]).toEqual(['primary', 'primary'])
  })

  it.each([
    ['not JSON', '{"mini":'],
    ['something else', '[1,2]'],
    ['of another time', '{"mini":"yes","ground":"neon","title":{}}'],
  ])('STO-02 SHL-05 is as it comes where what is kept is %s', async (_, text) => {
    localStorage.setItem('sidebar', text)
    const sidebar = await show()
    expect([{ ...sidebar.dataset }]).toEqual([{ ground: 'primary', title: 'primary' }])
  })

  it('STO-02 SHL-05 keeps what can be read beside what cannot', async () => {
    localStorage.setItem('sidebar', '{"ground":"moss","title":"neon"}')
    const { ground, title } = (await show()).dataset
    expect([ground, title]).toEqual(['moss', 'primary'])
  })

  it('SHL-05 follows what another tab chooses', async () => {
    const sidebar = await show()
    localStorage.setItem('sidebar', '{"mini":true,"ground":"plum","title":"sky"}')
    const given = new StorageEvent('storage', { key: 'sidebar', storageArea: localStorage })
    act(() => void window.dispatchEvent(given))
    expect({ ...sidebar.dataset }).toEqual({ mini: 'true', ground: 'plum', title: 'sky' })
  })
})
