import { hrefOf, type Location, locate } from './location.ts'

/**
 * Called after the browser has moved to another entry, with an object of its own for each move; `delta` counts entries,
 * null if unknown.
 */
type HistoryListener = (location: Location, delta: number | null) => void

/** The entries that Back and Forward move through. */
export type History = {
  readonly location: Location
  push(location: Location): void
  replace(location: Location): void
  /** Moves by as many entries; the listener is called once that is done. */
  go(delta: number): void
  /** Loads a path from the server, in place of the current entry or after it. */
  reload(path: string, replace: boolean): void
  listen(listener: HistoryListener): void
}

/** What an entry keeps in `history.state`. */
type Entry = { readonly usr: unknown; readonly key: string; readonly idx: number }

function entryOf(kept: unknown): Entry | null {
  if (typeof kept !== 'object' || kept === null || !('key' in kept && 'idx' in kept)) return null
  const { key, idx } = kept
  if (typeof key !== 'string' || typeof idx !== 'number') return null
  return { usr: 'usr' in kept ? kept.usr : null, key, idx }
}

/** The address bar of this window. */
export function createBrowserHistory(): History {
  const current = (): Location => {
    const { pathname, search, hash } = window.location
    const entry = entryOf(window.history.state)
    return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' }
  }
  const indexNow = () => entryOf(window.history.state)?.idx ?? null
  let index = indexNow() ?? 0
  const kept = ({ state, key }: Location): Entry => ({ usr: state, key, idx: index })
  window.history.replaceState(kept(current()), '')
  return {
    get location() {
      return current()
    },
    push(location) {
      index += 1
      window.history.pushState(kept(location), '', hrefOf(location))
    },
    replace(location) {
      window.history.replaceState(kept(location), '', hrefOf(location))
    },
    go: (delta) => window.history.go(delta),
    reload: (path, replace) => (replace ? window.location.replace(path) : window.location.assign(path)),
    listen(listener) {
      window.addEventListener('popstate', () => {
        const next = indexNow()
        const delta = next === null ? null : next - index
        index = next ?? index
        listener(current(), delta)
      })
    },
  }
}

/** A history without an address bar, standing at the last of its entries. */
export function createMemoryHistory(paths: readonly (string | Partial<Location>)[] = ['/']): History {
  const entries = paths.map((path) =>
    locate(path, '/', typeof path === 'string' ? null : (path.state ?? null)),
  )
  let index = entries.length - 1
  let moved: HistoryListener = () => {}
  const current = () => entries[index] ?? locate('/', '/')
  return {
    get location() {
      return current()
    },
    push(location) {
      index += 1
      entries.splice(index, entries.length, location)
    },
    replace: (location) => void entries.splice(index, 1, location),
    go(delta) {
      const next = Math.min(Math.max(index + delta, 0), entries.length - 1)
      const moves = next - index
      index = next
      if (moves !== 0) moved({ ...current() }, moves)
    },
    reload: (path) => void entries.splice(0, entries.length, locate(path, '/')),
    listen(listener) {
      moved = listener
    },
  }
}
