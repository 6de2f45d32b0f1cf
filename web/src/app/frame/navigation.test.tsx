import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MemoryRouter } from '../../platform/router/MemoryRouter.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'

const at = (path: string, navigation: React.ReactNode) =>
  render(<MemoryRouter at={path}>{navigation}</MemoryRouter>)
const links = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link', { hidden: true })
    .map((link) => link.getAttribute('href'))

describe('the ways around', () => {
  it('NAV-08 the sidebar leads to update, settings and user, and says where one is', () => {
    at('/settings', <Sidebar />)
    expect(links(screen.getByRole('navigation'))).toEqual([
      '/dashboard',
      '/dashboard',
      '/dashboard/batteries',
      '/charts',
      '/calendar',
      '/update',
      '/settings',
      '/user',
    ])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Einstellungen')
  })

  it.each([
    ['/charts', 'Diagramme'],
    ['/calendar', 'Kalender'],
  ])('NAV-08 %s is a page of the dashboard', (path, name) => {
    at(path, <Sidebar />)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(name)
    expect(document.querySelector('[data-open]')).not.toBeNull()
  })

  it('NAV-08 on a phone they are behind "more"', () => {
    at('/user', <PhoneBar />)
    const more = screen.getByRole('button', { name: 'Mehr' })
    expect(more.getAttribute('aria-current')).toBe('true')
    const panel = document.getElementById(more.getAttribute('popovertarget') ?? '')
    expect(panel && links(panel)).toEqual([
      '/dashboard/batteries',
      '/alerts',
      '/settings',
      '/user',
      '/glossary',
      '/logout',
    ])
  })

  it('NAV-08 on a phone the batteries are a part of the dashboard', () => {
    at('/dashboard/batteries', <PhoneBar />)
    const marked = [...document.querySelectorAll('nav > [aria-current]')].map((entry) => entry.textContent)
    expect(marked).toEqual(['Dashboard'])
  })
})

describe('the path', () => {
  it.each(['/dashboard/batteries', '/dashboard/messages', '/alerts', '/forecast-quality'])(
    'NAV-12 ALR-16 leads from %s to the dashboard',
    (path) => {
      at(path, <Breadcrumb />)
      const way = screen.getByRole('navigation', { name: 'Sie sind hier' })
      expect(within(way).getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard')
    },
  )

  it.each([
    ['/battery-health', 'Batterien', '/dashboard/batteries'],
    ['/corrections', 'Diagramme', '/charts'],
    ['/import', 'Einstellungen', '/settings'],
  ])('NAV-12 ENE-10 GWY-43 leads from %s to %s', (path, name, parent) => {
    at(path, <Breadcrumb />)
    const way = screen.getByRole('navigation', { name: 'Sie sind hier' })
    expect(within(way).getByRole('link', { name }).getAttribute('href')).toBe(parent)
  })

  it.each(['/dashboard', '/settings'])('NAV-12 is not shown on %s', (path) => {
    at(path, <Breadcrumb />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
