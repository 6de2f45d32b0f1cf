import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyId, newKeyPair, publicKeyOf } from './keys.ts'

const PEM = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`

describe('a public key', () => {
  it('HND-03 is always called the same, by the first 16 digits of its fingerprint', () => {
    const key = publicKeyOf(PEM)
    if (!key) throw new Error('no key')
    const der = Buffer.from(PEM.split('\n')[1] ?? '', 'base64')
    expect(keyId(key)).toBe(createHash('sha256').update(der).digest('hex').slice(0, 16))
    expect(newKeyPair().id).toMatch(/^[0-9a-f]{16}$/)
  })
})
