import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printedCode, type RegistrationCode, readKey, registrationCode } from './keys.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Printed codes, from all random bytes that make one. */
const codes = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map(registrationCode)
  .filter((code) => code !== null)
const place = fc.nat({ max: 12 })

/** Crockford's check character by long division, unlike the code under test: the 60 bits as one number, modulo 37. */
const checkOf = (data: string) =>
  `${CROCKFORD}*~$=U`.charAt(
    Number([...data].reduce((sum, one) => sum * 32n + BigInt(CROCKFORD.indexOf(one)), 0n) % 37n),
  )
const bytesOf = (text: string, last = 0) =>
  Uint8Array.from(text.padEnd(12, '\0'), (one) => (one === '\0' ? last : CROCKFORD.indexOf(one)))
const codeOf = (code: RegistrationCode) => ({ kind: 'code', code })

describe('a registration code', () => {
  it('AUT-12 ends with the check character of the twelve before it', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
        expect(code.at(-1)).toBe(checkOf(code.slice(0, 12)))
      }),
    )
  })

  it('AUT-12 with one wrong character is noticed', () => {
    fc.assert(
      fc.property(codes, place, fc.constantFrom(...CROCKFORD), (code, at, other) => {
        fc.pre(code[at] !== other)
        const read = readKey(code.slice(0, at) + other + code.slice(at + 1))
        expect(read).toHaveProperty('fault')
      }),
    )
  })

  it('AUT-12 with two neighbours swapped is noticed', () => {
    fc.assert(
      fc.property(codes, fc.nat({ max: 11 }), (code, at) => {
        const [a = '', b = ''] = code.slice(at, at + 2)
        fc.pre(a !== b)
        expect(readKey(code.slice(0, at) + b + a + code.slice(at + 2))).toEqual({ fault: 'checksum' })
      }),
    )
  })

  it('AUT-12 is read in small letters, in groups, with O, I and L for 0 and 1', () => {
    const spellings = fc.tuple(
      codes,
      fc.constantFrom('O', 'o', '0'),
      fc.constantFrom('I', 'i', 'L', 'l', '1'),
      fc.constantFrom('', ' ', '-', ' - '),
    )
    fc.assert(
      fc.property(spellings, ([code, zero, one, gap]) => {
        const typed = printedCode(code).replaceAll('0', zero).replaceAll('1', one).replaceAll('-', gap)
        for (const text of [code, code.toLowerCase(), typed, typed.toLowerCase(), `  ${typed}\n`])
          expect(readKey(text)).toEqual(codeOf(code))
      }),
    )
  })

  it('AUT-12 is printed in groups of four, four and five', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(printedCode(code)).toMatch(/^\w{4}-\w{4}-\w{5}$/)
        expect(readKey(printedCode(code))).toEqual(codeOf(code))
      }),
    )
  })

  it.each([
    ...['000000000000', '234523452345', 'ABCDEFGHJKMN', '0000000AB010', '2345ABCD000M', 'MEDBBA2VAASA'],
    '2345A6789010',
  ])(
    'AUT-12 is not made of %s, with which it, or a slip in it, could be a serial number or not be printed',
    (data) => {
      expect(registrationCode(bytesOf(data))).toBeNull()
    },
  )

  it.each([
    ['O12345678950', '7'],
    ['abcdefghjkmn', 'f'],
  ])('AUT-12 is not %s%s, which is right but for mixing letters and digits', (data, check) => {
    expect(checkOf(data.toUpperCase().replace('O', '0'))).toBe(check.toUpperCase())
    expect(readKey(data + check)).toEqual({ fault: 'format' })
  })

  it('AUT-12 takes each of the 32 characters for eight of the 256 bytes', () => {
    const drawn = Array.from({ length: 256 }, (_, byte) => registrationCode(bytesOf('A2345', byte))?.[5])
    const times = Map.groupBy(drawn.filter(Boolean), (one) => one)
    expect(times.size).toBeGreaterThan(20)
    expect(new Set([...times.values()].map(({ length }) => length))).toEqual(new Set([8]))
  })
})

describe('a serial number', () => {
  it.each(['1', '1001', 'KELLER', '9'.repeat(20), 'Z'.repeat(20), ' 1001 '])('PRD-01 is read: %j', (text) => {
    expect(readKey(text)).toEqual({ kind: 'sn', sn: text.trim() })
  })

  it('SET-01 of thirteen digits or capitals is never taken for a code', () => {
    const thirteen = fc.oneof(fc.stringMatching(/^[0-9]{13}$/), fc.stringMatching(/^[A-Z]{13}$/))
    fc.assert(
      fc.property(thirteen, (text) => {
        expect(readKey(text)).toEqual({ kind: 'sn', sn: text })
      }),
    )
  })

  it.each([
    'keller',
    'Keller',
    'AB12',
    '1001A',
    '1'.repeat(40),
    '1'.repeat(21),
    '',
    '   ',
    '10.01',
    '-1',
    '١٢٣',
  ])('SET-01 is refused: %j', (text) => {
    expect(readKey(text)).toEqual({ fault: 'format' })
  })
})
