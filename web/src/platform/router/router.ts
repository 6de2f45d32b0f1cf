import type { History } from './history.ts'
import { hrefOf, type Location, locate, type To } from './location.ts'
import { createLoader, matchRoute, type Part, type Redirect, type Route, type Visit } from './routes.ts'

type Action = 'POP' | 'PUSH' | 'REPLACE'

/** What is shown; `fault` is why the page could not be loaded. */
export type Page = {
  readonly route: Route
  readonly Component: Part | null
  readonly Layout: Part | null
  readonly fault: unknown
}

export type RouterState = {
  readonly location: Location
  /** How the current location was reached. */
  readonly action: Action
  /** Null until the first page has loaded, and where no route matches. */
  readonly page: Page | null
  /** True while another page is loading. */
  readonly pending: boolean
}

type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown }

/** Called in place of a navigation, with the way to carry it out all the same. */
type Blocker = (proceed: () => void) => void

export type Router = {
  readonly state: RouterState
  /** Resolves once the page is shown, or another navigation has taken its place. */
  navigate(to: To, options?: NavigateOptions): Promise<void>
  /** Loads the code of a page before it is visited. */
  preload(pathname: string): void
  subscribe(listener: (state: RouterState) => void): () => void
  /** Asks before each navigation, until the returned function is called. */
  block(blocker: Blocker): () => void
}

const isHashChange = (from: Location, to: Location) =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== ''

/** Runs a guard; what it throws becomes a rejection. */
const guardOf = async (route: Route, visit: Visit) => (await route.guard?.(visit)) ?? null

/** Shows the page of the history's location, now and after each navigation. */
export function createRouter(history: History, routes: readonly Route[]): Router {
  const load = createLoader()
  const listeners = new Set<(state: RouterState) => void>()
  let state: RouterState = { location: history.location, action: 'POP', page: null, pending: false }
  let blocker: Blocker | null = null
  let running: AbortController | null = null

  function publish(next: Partial<RouterState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
  }

  function commit(location: Location, action: Action, page: Page | null) {
    if (action === 'PUSH') history.push(location)
    if (action === 'REPLACE') history.replace(location)
    publish({ location, action, page, pending: false })
  }

  async function open(route: Route, visit: Visit): Promise<Page | Redirect> {
    const [layout, component] = [route.layout, route.load].map((part) => (part ? load(part) : null))
    const parts = Promise.allSettled([layout ?? null, component ?? route.Component ?? null])
    const guarded = await Promise.allSettled([guardOf(route, visit)])
    const [guard] = guarded
    if (guard.status === 'fulfilled' && guard.value !== null) return guard.value
    const [Layout, Component] = await parts
    const failed = [Layout, guard, Component].find((one) => one.status === 'rejected')
    return {
      route,
      Layout: Layout.status === 'fulfilled' ? Layout.value : null,
      Component: Component.status === 'fulfilled' ? Component.value : null,
      fault: failed?.reason ?? null,
    }
  }

  async function follow({ to, reload }: Redirect, action: Action) {
    const replace = action !== 'PUSH'
    if (reload) history.reload(to, replace)
    else await start(locate(to, state.location.pathname), replace ? 'REPLACE' : 'PUSH')
  }

  async function start(location: Location, action: Action): Promise<void> {
    running?.abort()
    const visit = new AbortController()
    running = visit
    const route = matchRoute(routes, location.pathname)
    const { page } = state
    const stays = isHashChange(state.location, location) || (route?.guardOnce && page?.route === route)
    if (page !== null && page.fault === null && stays) return commit(location, action, page)
    if (route === null) return commit(location, action, null)
    if (route.Component && !route.guard && !route.layout)
      return commit(location, action, { route, Component: route.Component, Layout: null, fault: null })
    publish({ pending: true })
    const { signal } = visit
    const superseded = Promise.withResolvers<null>()
    signal.addEventListener('abort', () => superseded.resolve(null))
    // Joined as texts: a path that begins with two slashes would name another host.
    const url = new URL(`${window.location.origin}${hrefOf(location)}`)
    const found = await Promise.race([open(route, { url, signal }), superseded.promise])
    if (signal.aborted || found === null) return
    if ('to' in found) await follow(found, action)
    else commit(location, action, found)
  }

  /** How many entries the browser is away from that of the shown page, while leaving it is asked about. */
  let away = 0
  /** Our own move back there, until it has been made; the owner may make others meanwhile. */
  let back: number | null = null
  let isAgreed = false
  history.listen((location, delta) => {
    if (isAgreed || blocker === null || delta === null) {
      ;[isAgreed, away, back] = [false, 0, null]
      return void start(location, 'POP')
    }
    away += delta
    const isOwn = delta === back
    if (away === 0) back = null
    if (away === 0 || (back !== null && !isOwn)) return
    const asked = back === null ? away : null
    back = -away
    history.go(back)
    if (asked !== null)
      blocker(() => {
        isAgreed = true
        history.go(asked)
      })
  })
  void start(history.location, 'POP')

  return {
    get state() {
      return state
    },
    async navigate(to, { replace, state: passed = null } = {}) {
      const next = locate(to, state.location.pathname, passed)
      const action = (replace ?? hrefOf(next) === hrefOf(state.location)) ? 'REPLACE' : 'PUSH'
      if (blocker) blocker(() => void start(next, action))
      else await start(next, action)
    },
    preload(pathname) {
      const route = matchRoute(routes, pathname)
      for (const part of [route?.layout, route?.load]) if (part) load(part).catch(() => null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    block(next) {
      blocker = next
      return () => {
        if (blocker === next) blocker = null
      }
    },
  }
}
