/** Where the portal is. `search` and `hash` start with their sign or are empty. */
export type Location = {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What the page that led here passes on; kept in the history entry, which a page of another version may have made. */
  readonly state: unknown
  /** Identifies the history entry. */
  readonly key: string
}

/** A path with query and fragment, or parts of one; the path defaults to the current one, the others to none. */
export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

export const hrefOf = ({ pathname, search, hash }: Omit<Location, 'state' | 'key'>) =>
  `${pathname}${search}${hash}`

const newKey = () => Math.random().toString(36).slice(2, 10)

const signed = (sign: string, part: string) =>
  part === '' || part.startsWith(sign) ? part : `${sign}${part}`
const textOf = (to: To, from: string): string =>
  typeof to === 'string'
    ? to
    : `${to.pathname ?? from}${signed('?', to.search ?? '')}${signed('#', to.hash ?? '')}`

/** Any origin: only what follows it is used, so that no link within the portal leaves it. */
const ORIGIN = 'http://portal'

/** The new location that `to` names, as seen from the path `from`. */
export function locate(to: To, from: string, state: unknown = null): Location {
  const text = textOf(to, from)
  const url = new URL(`${ORIGIN}${text.startsWith('/') ? '' : from}${text}`)
  const pathname = `/${url.pathname.replace(/^\/+/, '')}`
  return { pathname, search: url.search, hash: url.hash, state, key: newKey() }
}
