/** Whose push service it is; `own`: one that the operator has named. */
export const pushServices = ['google', 'mozilla', 'apple', 'microsoft', 'own'] as const
export type PushService = (typeof pushServices)[number]

/** The hosts of the browsers' makers: a leading dot matches any subdomain. */
const hosts: readonly (readonly [string, PushService])[] = [
  ['fcm.googleapis.com', 'google'],
  ['.push.services.mozilla.com', 'mozilla'],
  ['.push.apple.com', 'apple'],
  ['.notify.windows.com', 'microsoft'],
]
const LONGEST = 1000

/**
 * Returns whose push service an endpoint is of; null if it may not be one. This server posts to it, so that only the services of
 * browsers are admitted, by https at its usual port, and `origins`, which the operator has named.
 */
export function pushServiceOf(endpoint: string, origins: readonly string[]): PushService | null {
  if (endpoint.length > LONGEST || !URL.canParse(endpoint)) return null
  const { href, origin, protocol, hostname, port, username, password, hash } = new URL(endpoint)
  // What a parser would correct was not made by a browser.
  if (href !== endpoint || username !== '' || password !== '' || hash !== '') return null
  if (origins.includes(origin)) return 'own'
  if (protocol !== 'https:' || port !== '') return null
  const known = hosts.find(([host]) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  return known?.[1] ?? null
}
