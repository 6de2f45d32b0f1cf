import type { FastifyRequest } from 'fastify'

/** Returns the value of the first cookie with that name; null if the request has none. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const cookies = headers.cookie ?? ''
  const start = `${name}=`
  // Without taking it apart: a header of nothing but separators would take a millisecond.
  for (let at = cookies.indexOf(start); at >= 0; at = cookies.indexOf(start, at + 1)) {
    if (at > 0 && !/; ?$/.test(cookies.slice(Math.max(0, at - 2), at))) continue
    const end = cookies.indexOf(';', at)
    return cookies.slice(at + start.length, end < 0 ? undefined : end)
  }
  return null
}
