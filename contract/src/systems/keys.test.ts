import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refused } from '../test/refused.ts'
import { isAmong, key, optionalKey } from './keys.ts'

const form = z.object({ key })
const optional = z.object({ key: optionalKey })
const CODE = '7Q4KM2XB9TD3S'
/** The code padded to `length` characters: inner blanks do not count. */
const spaced = (length: number) => `7Q4K${' '.repeat(length - CODE.length)}M2XB9TD3S`

describe('a key', () => {
  it.each(['7', '1001', 'ABC', CODE, '7Q4K-M2XB-9TD3S', '7q4k m2xb 9td3s', spaced(40)])(
    'AUT-01 %s is one',
    (text) => {
      expect(refused(form, { key: text })).toEqual({})
      expect(refused(optional, { key: text })).toEqual({})
    },
  )

  it.each([
    ['AB12', 'format'],
    ['abcd', 'format'],
    ['1'.repeat(21), 'format'],
    ['7Q4K-M2XB-9TD3T', 'checksum'],
    [spaced(41), 'too_long'],
  ])('AUT-05 %s is none: %s', (text, rule) => {
    expect(refused(form, { key: text })).toEqual({ key: rule })
    expect(refused(optional, { key: text })).toEqual({ key: rule })
  })

  it('AUT-01 is read as it was typed, without the blanks around it', () => {
    expect(key.parse(' 7q4k-m2xb-9td3s ')).toBe('7q4k-m2xb-9td3s')
    expect(optionalKey.parse(' 1001 ')).toBe('1001')
  })

  it.each(['', ' '])('AUT-01 left empty ("%s") is none, where it may be', (text) => {
    expect(key.safeParse(text).error?.issues).toMatchObject([{ code: 'too_small' }])
    expect(optional.parse({ key: text })).toEqual({ key: undefined })
  })

  it('AUT-01 may be left out where it may be empty', () => {
    expect(optional.parse({})).toEqual({})
  })
})

describe('two keys', () => {
  it.each([
    ['1001', ['1002', '1001'], true],
    ['1001', ['1002'], false],
    ['1001', [], false],
    ['7q4k m2xb 9td3s', [CODE], true],
    [' 1001 ', ['1001'], true],
    ['AB12', ['AB12'], true],
    ['AB12', ['AB13'], false],
    ['ABC', ['ABD'], false],
    [CODE, ['1001'], false],
  ])('AUT-01 %s among %j: %s', (text, others, is) => {
    expect(isAmong(text, others)).toBe(is)
  })
})
