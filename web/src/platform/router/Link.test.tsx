import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useLocation } from './context.tsx'
import { Link, NavLink } from './Link.tsx'
import { MemoryRouter } from './MemoryRouter.tsx'

const Here = () => <output>{useLocation().pathname}</output>

function open(link: React.ReactNode, at = '/a') {
  render(
    <MemoryRouter at={at}>
      {link}
      <Here />
    </MemoryRouter>,
  )
  return screen.getByRole('link')
}
const here = () => screen.getByRole('status').textContent

describe('a link within the portal', () => {
  it('NAV-12 opens its page without loading the portal again', async () => {
    const link = open(<Link to="/b?sn=1001#soc">b</Link>)
    expect(link.getAttribute('href')).toBe('/b?sn=1001#soc')
    expect(fireEvent.click(link)).toBe(false)
    await screen.findByText('/b')
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'NAV-12 leaves to the browser what opens another tab or window: %o',
    (how) => {
      expect(fireEvent.click(open(<Link to="/b">b</Link>), how)).toBe(true)
      expect(here()).toBe('/a')
    },
  )

  it.each([
    [
      'a page of the server',
      <Link key="1" to="/b" reload>
        b
      </Link>,
      true,
    ],
    [
      'another window',
      <Link key="2" to="/b" target="_blank">
        b
      </Link>,
      true,
    ],
    [
      'a click that has been handled',
      <Link key="3" to="/b" onClick={(event) => event.preventDefault()}>
        b
      </Link>,
      false,
    ],
  ])('NAV-12 leaves alone %s', (_, link, browserFollows) => {
    expect(fireEvent.click(open(link))).toBe(browserFollows)
    expect(here()).toBe('/a')
  })

  it.each([
    ['/dashboard', false, 'page'],
    ['/dashboard/batteries', false, 'page'],
    ['/dashboard/batteries', true, null],
    ['/dashboards', false, null],
  ])('NAV-08 is marked on its page: %s, at its end %s', (at, end, mark) => {
    const link = open(
      <NavLink to="/dashboard" end={end}>
        x
      </NavLink>,
      at,
    )
    expect(link.getAttribute('aria-current')).toBe(mark)
  })
})
