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

/** null where `sealed` was not made with this key, or is not whole. */
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

/** What a browser keeps for us and brings back, without being able to read, alter or outlive it. */
export function sealing<T>(key: Buffer, content: z.ZodMiniType<T>) {
  const whole = z.object({ content: z.unknown(), until: z.int() })
  return {
    write: (value: T, until: Date): string =>
      encrypt(key, JSON.stringify({ content: value, until: until.getTime() })),

    /** null where it is none of ours, or over. */
    read(sealed: string, now: Date): T | null {
      const text = decrypt(key, sealed)
      if (text === null) return null
      const read = whole.parse(JSON.parse(text))
      return read.until > now.getTime() ? content.parse(read.content) : null
    },
  }
}
