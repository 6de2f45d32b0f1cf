import { describe, expect, it } from 'vitest'
import { refused, ruleAt, ruleOf } from '../test/refused.ts'
import { changePicture, changeUser, confirmReset, isOwn, removeCustomer, requestReset } from './accounts.ts'

const GOOD = 'Sonne-im-Keller-1'
/** An address of `length` characters; no part of its domain has more than 63. */
const addressOf = (length: number) => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example.org`
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`
}

describe('an address', () => {
  it('AUT-06 has at most 254 characters', () => {
    expect(addressOf(254)).toHaveLength(254)
    expect(refused(requestReset.form, { email: addressOf(254) })).toEqual({})
    expect(refused(requestReset.form, { email: addressOf(255) })).toEqual({ email: 'too_long' })
  })

  it.each([
    ['', 'required'],
    ['  ', 'too_short'],
    ['a', 'format'],
    ['anna@example', 'format'],
    ['anna@exa mple.org', 'format'],
    [['anna@example.org', 'b@example.org'], 'type'],
  ])('AUT-06 "%s" is none: %s', (email, rule) => {
    expect(refused(requestReset.form, { email })).toEqual({ email: rule })
  })

  it('AUT-06 is read without the blanks around it', () => {
    expect(requestReset.form.parse({ email: ' anna@example.org\t' })).toEqual({ email: 'anna@example.org' })
  })
})

describe('a new password', () => {
  const reset = { token: 't', password: GOOD }

  it.each([
    ['Aa1!xyz', 'too_short'],
    ['abcdefg1!', 'composition'],
    [`Aa1!${'x'.repeat(125)}`, 'too_long'],
  ])('AUT-02 %s is refused as %s', (password, rule) => {
    expect(refused(confirmReset.form, { ...reset, password })).toEqual({ password: rule })
  })

  it('AUT-02 has 8 to 128 characters', () => {
    expect(refused(confirmReset.form, { ...reset, password: 'Aa1!xyzü' })).toEqual({})
    expect(refused(confirmReset.form, { ...reset, password: `Aa1!${'x'.repeat(124)}` })).toEqual({})
  })

  it.each([
    ['Brunhilde@example.org', 'x-brunhilde-17', false],
    ['ute@example.org', 'x-ute-17', true],
    ['brunhilde@example.org', GOOD, true],
    [undefined, 'x-brunhilde-17', true],
    ['brunhilde@example.org', undefined, true],
    [['brunhilde@example.org'], 'brunhilde', true],
    // Not looked for: another rule refuses it.
    [`brunhilde${'x'.repeat(250)}@example.org`, `brunhilde${'x'.repeat(250)}`, true],
    ['brunhilde@example.org', `brunhilde${'x'.repeat(120)}`, true],
  ])('AUT-02 %s may have %s: %s', (email, password, may) => {
    expect(isOwn({ email, password })).toBe(may)
  })

  it('AUT-02 SET-03 is compared with the address that is to be, whatever else is wrong', () => {
    const form = { email: 'brunhilde@example.org', password: 'Brunhilde-17', country: 'US' }
    expect(refused(changeUser.form, form)).toEqual({ password: 'common', country: 'unknown' })
  })
})

describe('an owner', () => {
  it('SET-03 changes nothing by saying nothing', () => {
    expect(changeUser.form.parse({})).toEqual({})
  })

  it.each([
    ['country', 'US', 'unknown'],
    ['lang', 'fr', 'unknown'],
    ['phone', ' ', 'too_short'],
    ['current_password', '', 'required'],
  ])('SET-03 may not have %s=%s', (field, value, rule) => {
    expect(refused(changeUser.form, { [field]: value })).toEqual({ [field]: rule })
  })

  it.each([
    ['phone', 40, changeUser.form],
    ['token', 200, confirmReset.form],
    ['password', 128, removeCustomer.form],
  ] as const)('SET-03 AUT-06 SET-04 %s has 1 to %i characters', (field, most, form) => {
    expect(ruleAt(form, field, 0)).toBe('required')
    expect(ruleAt(form, field, 1)).toBeUndefined()
    expect(ruleAt(form, field, most)).toBeUndefined()
    expect(ruleAt(form, field, most + 1)).toBe('too_long')
  })

  it('SET-03 may write blanks around a phone number, which do not count', () => {
    expect(ruleOf(changeUser.form, 'phone', ` ${'0'.repeat(40)} `)).toBeUndefined()
  })

  it('SET-05 sends a picture of at most 5 MiB', () => {
    expect(changePicture.upload).toEqual({ field: 'picture', maxBytes: 5_242_880, tooBig: 'picture_too_big' })
  })
})
