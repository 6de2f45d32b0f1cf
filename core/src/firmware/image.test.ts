import { describe, expect, it } from 'vitest'
import { MAX_IMAGE_BYTES, statementOf } from './image.ts'

describe('an image', () => {
  it('HND-03 has at most 256 MiB', () => {
    expect(MAX_IMAGE_BYTES).toBe(268_435_456)
  })

  it('HND-03 is signed with its chip, version, size and hash: for no other can it be passed off', () => {
    expect(statementOf({ chip: 'bms', version: '2.5.0', size: 1000, sha256: 'ab12' })).toBe(
      'kellersonne firmware 1\nchip bms\nversion 2.5.0\nsize 1000\nsha256 ab12\n',
    )
  })
})
