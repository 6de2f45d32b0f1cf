import type { FastifyRequest } from 'fastify'

/** Whether a request comes from the portal's own pages, or from no browser at all. */
export function isOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin
}
