import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 16
const BODY_BYTES = 20
const TOKEN = /^[A-Za-z0-9_-]{48}$/
const UUID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** A token of a session; every rotation increments `counter`. */
export type RefreshClaim = { readonly session: string; readonly counter: number }

/** Opaque refresh tokens: session, counter and a MAC of both. No token is stored in the database. */
export function refreshTokens(key: Buffer) {
  const mac = (body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  return {
    write({ session, counter }: RefreshClaim): string {
      const body = Buffer.alloc(BODY_BYTES)
      body.write(session.replaceAll('-', ''), 'hex')
      body.writeUInt32BE(counter, 16)
      return Buffer.concat([body, mac(body)]).toString('base64url')
    },

    /** Returns null for a token that is not genuine. */
    read(token: string): RefreshClaim | null {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(0, BODY_BYTES)
      if (!timingSafeEqual(bytes.subarray(BODY_BYTES), mac(body))) return null
      const session = body.toString('hex', 0, 16).replace(UUID_GROUPS, '$1-$2-$3-$4-$5')
      return { session, counter: body.readUInt32BE(16) }
    },
  }
}
