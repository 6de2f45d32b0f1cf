import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const SALT = 16
const TAG = 16
/** Of the header: the salt, the record size and the length of the key id. */
const HEAD = SALT + 4 + 1

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** The keys of a browser's subscription, and how it decrypts a message of one record (RFC 8188, RFC 8291). */
export function openBrowserKeys() {
  const browser = createECDH('prime256v1')
  const own = browser.generateKeys()
  const secret = randomBytes(16)
  return {
    p256dh: own.toString('base64url'),
    auth: secret.toString('base64url'),
    /** Throws if the message is not for this browser. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, SALT)
      const sender = body.subarray(HEAD, HEAD + body.readUInt8(HEAD - 1))
      const record = body.subarray(HEAD + sender.length)
      const shared = browser.computeSecret(sender)
      const key = derive(shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]), 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
        derive(key, salt, 'Content-Encoding: nonce\0', 12),
      )
      decipher.setAuthTag(record.subarray(-TAG))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()])
      // The last record ends with a 2 and any number of zeros.
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}
