import { createPublicKey, verify } from 'node:crypto'

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/
const DAY_S = 24 * 3600

const bytes = (text = '') => Buffer.from(text, 'base64url')

/** Returns what is wrong with how a server introduces itself to a push service (RFC 8292); null if nothing is. */
export function faultOfVapid(header: string | undefined, origin: string, key: string | null): string | null {
  const [, head = '', body = '', signature, sender = ''] = HEADER.exec(header ?? '') ?? []
  const point = bytes(sender)
  if (point.length !== 65) return 'no key'
  if (key !== null && key !== sender) return 'another key'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)] as const
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
    return 'signature'
  const { aud, exp, sub }: Record<string, unknown> = JSON.parse(bytes(body).toString())
  if (aud !== origin) return 'audience'
  const left = Number(exp) - Date.now() / 1000
  if (!(left > 0 && left <= DAY_S)) return 'expiry'
  return /^(?:mailto:\S+@\S+|https:\/\/\S+)$/.test(String(sub)) ? null : 'subject'
}
