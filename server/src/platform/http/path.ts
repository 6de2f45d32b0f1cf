const ABSOLUTE = /^https?:\/\/[^/]*\//i

/**
 * Returns the path of a request's URL as the router reads it: without origin and query, and decoded, since `/%61pi/` is
 * `/api/`, too. What cannot be decoded, the router refuses.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(ABSOLUTE, '/').split(/[?#]/, 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
