import type { ComponentType, ReactNode } from 'react'

/** A page, or a layout that its page is passed to. */
export type Part = ComponentType<{ children?: ReactNode }>
type Load = () => Promise<Part>

/** Another page to go to; `reload` loads it from the server, so that nothing stays in memory. */
export type Redirect = { readonly to: string; readonly reload?: true }
export const redirect = (to: string): Redirect => ({ to })

/** The address that is about to be shown; `signal` is aborted once another one is. */
export type Visit = { readonly url: URL; readonly signal: AbortSignal }

export type Route = {
  /** Compared whatever its case, and with or without a slash at its end. `*` is every other path. */
  readonly path: string
  /** Key of the page's title. */
  readonly title?: string
  /** Runs before each visit, while the page's code is loading; null lets it be shown. */
  readonly guard?: (visit: Visit) => Redirect | null | Promise<Redirect | null>
  /** Lets the page change its own address without another visit. */
  readonly guardOnce?: true
  readonly Component?: Part
  readonly load?: Load
  /** Stays in place while its pages change. */
  readonly layout?: Load
}

const normal = (path: string) => {
  const lower = path.toLowerCase()
  return lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower
}

/** The route of a path; null if there is none. */
export function matchRoute(routes: readonly Route[], pathname: string): Route | null {
  const path = normal(pathname)
  return (
    routes.find((route) => normal(route.path) === path) ?? routes.find((route) => route.path === '*') ?? null
  )
}

/** Loads each part once; one that failed is loaded again when next asked for. */
export function createLoader() {
  const parts = new Map<Load, Promise<Part>>()
  return (load: Load): Promise<Part> => {
    const known = parts.get(load)
    if (known) return known
    const part = load()
    parts.set(load, part)
    part.catch(() => parts.delete(load))
    return part
  }
}
