import { describe, expect, it } from 'vitest'
import { refused, ruleAt } from '../test/refused.ts'
import { refreshTokens, signIn, signOut } from './sessions.ts'

const anna = { email: 'anna@example.org', password: 'Sonne-im-Keller-1' }

describe('signing in', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('API-12 stay_logged_in=%s means %s', (stay_logged_in, stays) => {
    expect(signIn.form.parse({ ...anna, stay_logged_in })).toEqual({ ...anna, stay_logged_in: stays })
  })

  it('API-12 ends with the browser by default', () => {
    expect(signIn.form.parse(anna)).toEqual({ ...anna, stay_logged_in: false })
  })

  it.each([
    ['yes', 'unknown'],
    ['TRUE', 'unknown'],
    [['true', 'true'], 'type'],
  ])('API-12 refuses stay_logged_in=%s as %s', (stay_logged_in, rule) => {
    expect(refused(signIn.form, { ...anna, stay_logged_in })).toEqual({ stay_logged_in: rule })
  })

  it('API-12 leaves out the blanks around an address, and none in a password', () => {
    const typed = { email: ' anna@example.org ', password: ' 1 ' }
    expect(signIn.form.parse(typed)).toMatchObject({ email: 'anna@example.org', password: ' 1 ' })
  })
})

it.each([
  ['email', 254, signIn.form],
  ['password', 128, signIn.form],
  ['refresh', 200, refreshTokens.form],
  ['refresh', 200, signOut.form],
] as const)('API-12 %s has 1 to %i characters', (field, most, form) => {
  expect(ruleAt(form, field, 0)).toBe('required')
  expect(ruleAt(form, field, 1)).toBeUndefined()
  expect(ruleAt(form, field, most)).toBeUndefined()
  expect(ruleAt(form, field, most + 1)).toBe('too_long')
})
