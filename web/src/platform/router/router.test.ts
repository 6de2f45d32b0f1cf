import { describe, expect, it, vi } from 'vitest'
import { createMemoryHistory } from './history.ts'
import { createRouter } from './router.ts'
import type { Redirect, Route } from './routes.ts'

const Page = () => null
const Other = () => null
const settled = () => new Promise((resolve) => setTimeout(resolve))

function open(routes: readonly Route[], paths: readonly string[]) {
  const history = createMemoryHistory(paths)
  const router = createRouter(history, routes)
  const at = () => `${router.state.location.pathname}${router.state.location.search}`
  return { history, router, at }
}
const plain = (...paths: string[]) => paths.map((path): Route => ({ path, Component: Page }))

describe('which page is shown', () => {
  it('NAV-11 whatever the case and with a slash at the end; any other path is that of "*"', async () => {
    const { router } = open([...plain('/charts'), { path: '*', Component: Other }], ['/Charts/'])
    expect(router.state.page?.route.path).toBe('/charts')
    await router.navigate('/charts/none')
    expect(router.state.page?.Component).toBe(Other)
  })

  it.each(['//%', '//a:b', '//evil.example/'])(
    'NAV-11 also for %s, which names no host of ours',
    async (pathname) => {
      const location = { pathname, search: '', hash: '', state: null, key: 'k' }
      const history = { ...createMemoryHistory(), location }
      const guard = vi.fn(() => null)
      const router = createRouter(history, [{ path: '*', guard, Component: Other }])
      await expect.poll(() => router.state.page?.Component).toBe(Other)
      expect(guard).toHaveBeenCalledWith(
        expect.objectContaining({ url: new URL(`${window.location.origin}${pathname}`) }),
      )
    },
  )

  it('NAV-12 stays until the next one has loaded, and is told that it is on its way', async () => {
    const code = Promise.withResolvers<typeof Page>()
    const { router, at } = open([...plain('/a'), { path: '/b', load: () => code.promise }], ['/a'])
    const going = router.navigate('/b')
    expect([at(), router.state.pending]).toEqual(['/a', true])
    code.resolve(Page)
    await going
    expect([at(), router.state.pending, router.state.action]).toEqual(['/b', false, 'PUSH'])
  })

  it('NAV-12 is the one asked for last, and the earlier visit is aborted', async () => {
    const signals: AbortSignal[] = []
    const slow = Promise.withResolvers<null>()
    const guard: Route['guard'] = ({ signal }) => {
      signals.push(signal)
      return slow.promise
    }
    const { router, at } = open([...plain('/a', '/c'), { path: '/b', guard, Component: Page }], ['/a'])
    const first = router.navigate('/b')
    await router.navigate('/c')
    await first
    slow.resolve(null)
    await settled()
    expect([at(), signals[0]?.aborted]).toEqual(['/c', true])
  })

  it('NAV-12 asked for where it is shown already, it adds no entry to the history', async () => {
    const { router, history } = open(plain('/a', '/b'), ['/a'])
    await router.navigate('/b')
    await router.navigate('/b')
    history.go(-1)
    expect(router.state.location.pathname).toBe('/a')
  })

  it('NAV-12 another place on the same page is not another visit', async () => {
    const guard = vi.fn(() => null)
    const { router } = open([{ path: '/glossary', guard, Component: Page }], ['/glossary'])
    await settled()
    await router.navigate('/glossary#soc')
    expect(guard).toHaveBeenCalledTimes(1)
    await router.navigate('/glossary')
    expect(guard).toHaveBeenCalledTimes(2)
  })

  it('AUT-18 a page may take the answer out of its own address without being sent away', async () => {
    const guard = ({ url }: { url: URL }): Redirect | null => (url.search ? null : { to: '/a' })
    const routes: Route[] = [...plain('/a'), { path: '/back', guard, guardOnce: true, Component: Page }]
    const { router, at } = open(routes, ['/back?code=c'])
    await settled()
    await router.navigate('/back', { replace: true })
    expect(at()).toBe('/back')
    await router.navigate('/a')
    await router.navigate('/back')
    expect(at()).toBe('/a')
  })
})

describe('what a guard decides', () => {
  const routes: Route[] = [
    ...plain('/a', '/login'),
    { path: '/b', guard: () => ({ to: '/login' }), Component: Page },
  ]

  it('NAV-09 a page that sends elsewhere leaves no entry that Back would end at', async () => {
    const { router, history, at } = open(routes, ['/a'])
    await router.navigate('/b')
    expect(at()).toBe('/login')
    history.go(-1)
    expect(at()).toBe('/a')
  })

  it('NAV-09 opened directly, it is replaced', async () => {
    const { history, at } = open(routes, ['/a', '/b'])
    await settled()
    expect(at()).toBe('/login')
    history.go(1)
    expect(at()).toBe('/login')
    history.go(-1)
    expect(at()).toBe('/a')
  })

  it('AUT-09 may load the next page from the server, in place of everything', async () => {
    const leave: Route = { path: '/logout', guard: () => ({ to: '/login', reload: true }) }
    const { router, history } = open([...plain('/a'), leave], ['/a'])
    const reload = vi.spyOn(history, 'reload')
    await router.navigate('/logout')
    expect(reload).toHaveBeenCalledExactlyOnceWith('/login', false)
  })
})

describe('code that does not load', () => {
  it('SHL-07 is a fault of that page within its layout, and is loaded again on the next visit', async () => {
    const fault = new Error('Failed to fetch dynamically imported module')
    const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValueOnce(fault).mockResolvedValue(Page)
    const layout = vi.fn(() => Promise.resolve(Other))
    const { router } = open([...plain('/a'), { path: '/b', load, layout }], ['/a'])
    await router.navigate('/b')
    expect(router.state.page).toMatchObject({ fault, Component: null, Layout: Other })
    await router.navigate('/a')
    await router.navigate('/b')
    expect(router.state.page).toMatchObject({ fault: null, Component: Page })
    expect([load.mock.calls.length, layout.mock.calls.length]).toEqual([2, 1])
  })

  it('SHL-07 is loaded again on the way to another place on its page', async () => {
    const load = vi
      .fn<() => Promise<typeof Page>>()
      .mockRejectedValueOnce(new Error('x'))
      .mockResolvedValue(Page)
    const { router } = open([...plain('/a'), { path: '/b', load }], ['/a'])
    await router.navigate('/b')
    await router.navigate('/b#soc')
    expect(router.state.page?.Component).toBe(Page)
  })

  it('SHL-07 and preloading it in vain is no fault at all', async () => {
    const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValueOnce(new Error('offline'))
    const { router } = open([...plain('/a'), { path: '/b', load }], ['/a'])
    router.preload('/b')
    router.preload('/none')
    await settled()
    expect([load.mock.calls.length, router.state.page?.fault]).toEqual([1, null])
  })
})
