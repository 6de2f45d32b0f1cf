import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../derive.ts'

const ID_BYTES = 16
const TOKEN = /^[0-9a-f]{96}$/

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export type LinkPurpose = 'reset' | 'registration' | 'email_confirmation' | 'email_undo' | 'alert_mute'

/**
 * Tokens of links in mails: an id and its MAC (HMAC-SHA-256), not stored, valid for one purpose. In hex, which no
 * mail program breaks.
 */
export function linkTokens(secret: Buffer, purpose: LinkPurpose) {
  const key = deriveKey(secret, purpose)
  const mac = (id: Buffer) => createHmac('sha256', key).update(id).digest()
  return {
    /** `id`: a UUID. */
    write(id: string): string {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, mac(bytes)]).toString('hex')
    },
    /** Returns the id, or null if the token is not genuine. */
    read(token: string): string | null {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'hex')
      const id = bytes.subarray(0, ID_BYTES)
      return timingSafeEqual(mac(id), bytes.subarray(ID_BYTES)) ? uuidOf(id) : null
    },
  }
}
