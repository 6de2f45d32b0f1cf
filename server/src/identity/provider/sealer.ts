import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

function encrypt(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Returns null if `sealed` was made with another key or was tampered with. */
function decrypt(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const hidden = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Seals data that a browser stores for us and returns: it can be neither read nor altered, and expires. */
export function createSealer<T>(key: Buffer, content: z.ZodMiniType<T>) {
  const whole = z.object({ content: z.unknown(), until: z.int() })
  /** Returns null if it is not genuine or has expired. */
  function open(sealed: string, now: Date): { readonly content: T; readonly until: Date } | null {
    const text = decrypt(key, sealed)
    if (text === null) return null
    const read = whole.parse(JSON.parse(text))
    if (read.until <= now.getTime()) return null
    return { content: content.parse(read.content), until: new Date(read.until) }
  }

  return {
    write: (value: T, until: Date): string =>
      encrypt(key, JSON.stringify({ content: value, until: until.getTime() })),
    open,
    /** Returns null if it is not genuine or has expired. */
    read: (sealed: string, now: Date): T | null => open(sealed, now)?.content ?? null,
  }
}
