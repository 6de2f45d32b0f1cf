import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { TopBar } from './TopBar.tsx'

/** The panel a button opens; jsdom knows no popovers, so it never opens here. */
const panelOf = (name: string) => {
  const id = screen.getByRole('button', { name }).getAttribute('popovertarget') ?? ''
  return document.getElementById(id)
}

describe('the top bar', () => {
  it('SHL-01 has the title, the appearance and the way out', () => {
    render(
      <MemoryRouter>
        <TopBar title="Dashboard" slot={() => {}} />
      </MemoryRouter>,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(panelOf('Darstellung')?.textContent).toContain('Dunkles Design')
    const out = screen.getByRole('link', { name: 'Abmelden', hidden: true })
    expect([panelOf('Profil')?.contains(out), out.getAttribute('href')]).toEqual([true, '/logout'])
  })
})
