import { act, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { RoutedPage, routerAt, textRoute } from '../../../test/router.tsx'
import { useNavigate } from './context.tsx'

const open = (routes: Parameters<typeof routerAt>[0], at: string) => {
  const router = routerAt(routes, at)
  render(<RoutedPage router={router} />)
  return router
}

describe('the page on screen', () => {
  it('NAV-12 stays while a part of the next one is still loading', async () => {
    const part = Promise.withResolvers<{ default: ComponentType }>()
    const next = { path: '/b', Component: lazy(() => part.promise) }
    const router = routerAt([textRoute('/a'), next], '/a')
    render(
      <Suspense fallback="blank">
        <RoutedPage router={router} />
      </Suspense>,
    )
    await act(() => router.navigate('/b'))
    expect(screen.queryByText('blank')).toBeNull()
    part.resolve({ default: () => <p>next</p> })
    await screen.findByText('next')
    expect(screen.queryByText('/a')).toBeNull()
  })

  it('NAV-12 is the newest, also if the first one leads on as soon as it is there', async () => {
    function Component() {
      const navigate = useNavigate()
      useLayoutEffect(() => void navigate('/b'), [navigate])
      return null
    }
    open([{ path: '/a', Component }, textRoute('/b')], '/a')
    await screen.findByText('/b')
  })

  it('SHL-07 fails by itself, within its layout, and another one is shown all the same', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('reportError', vi.fn())
    const layout = async () =>
      (({ children }) => <main>{children}</main>) satisfies ComponentType<{
        children?: React.ReactNode
      }>
    function Component(): never {
      throw new Error('broken')
    }
    const pages = [{ path: '/a', Component }, textRoute('/b')]
    const router = open(
      pages.map((route) => ({ ...route, layout })),
      '/a',
    )
    await screen.findByText(/arbeitet davon unabhängig weiter/)
    const frame = screen.getByRole('main')
    await act(() => router.navigate('/b'))
    expect(frame.textContent).toBe('/b')
  })

  it('DSH-11 two addresses of one page are two pages', async () => {
    const Component = () => <input aria-label="word" />
    const router = open(
      ['/a', '/b'].map((path) => ({ path, Component })),
      '/a',
    )
    const first = screen.getByLabelText('word')
    await act(() => router.navigate('/b'))
    expect(screen.getByLabelText('word')).not.toBe(first)
  })
})
