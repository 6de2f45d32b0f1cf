import { describe, expect, it } from 'vitest'
import { containsAddress, isWeak, meetsRules, passwordRuleNames, passwordRules } from './passwords.ts'

const GOOD = 'Sonne-im-Keller-1'
const broken = (password: string) => passwordRuleNames.filter((rule) => !passwordRules[rule](password))

describe('the rules of passwords', () => {
  it.each([
    [GOOD, []],
    ['Aa1-567', ['length']],
    ['Aa1-5678', []],
    ['sonne-im-keller-1', ['upper']],
    ['SONNE-IM-KELLER-1', ['lower']],
    ['Sonne-im-Keller', ['digit']],
    ['SonneImKeller1', ['special']],
    ['Ärger im Öl 1', []],
    ['Ä1ä aaaa', []],
    ['', ['length', 'upper', 'lower', 'digit', 'special']],
    ['12345678', ['upper', 'lower', 'special']],
  ])('AUT-02 %j breaks %j', (password, rules) => {
    expect(broken(password)).toEqual(rules)
    expect(meetsRules(password)).toBe(rules.length === 0)
  })

  it('AUT-02 count what people see as one character once', () => {
    expect(broken('Aa1🌞🌞🌞🌞')).toEqual(['length'])
    expect(broken('Aa1🌞🌞🌞🌞🌞')).toEqual([])
  })

  it('AUT-02 allow 128 characters, and no more', () => {
    expect(meetsRules(GOOD.padEnd(128, 'x'))).toBe(true)
    expect(meetsRules(GOOD.padEnd(129, 'x'))).toBe(false)
  })
})

describe('a password and the address it belongs to', () => {
  it.each([
    ['Anna.Muster-1', 'anna.muster@example.org', true],
    ['xx-ANNA.MUSTER-1', ' Anna.Muster@example.org ', true],
    ['anna.muster@example.org', 'anna.muster@example.org', true],
    ['Sonne-im-Keller-1', 'anna.muster@example.org', false],
    ['Emma-im-Keller-1', 'emma@example.org', true],
    ['Ida-im-Keller-1', 'ida@example.org', false],
    ['Sonne-im-Keller-1', '', false],
  ])('AUT-02 %j with %j: %j', (password, email, holds) => {
    expect(containsAddress(password, email)).toBe(holds)
  })
})

it('AUT-02 calls weak what is guessed within hours', () => {
  expect(([0, 1, 2, 3, 4] as const).map(isWeak)).toEqual([true, true, true, false, false])
})
