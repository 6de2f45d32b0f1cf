import { describe, expect, it } from 'vitest'
import { refused, ruleAt } from '../test/refused.ts'
import { beginProvider, finishProvider, getProvider, linkProvider } from './provider.ts'

describe('signing in at a second provider', () => {
  it('AUT-10 is offered by name, or null where there is none', () => {
    expect(getProvider.response.parse({ name: null })).toEqual({ name: null })
    expect(getProvider.response.safeParse({}).success).toBe(false)
  })

  it('AUT-10 begins with whether to stay signed in, which is optional', () => {
    expect(beginProvider.form.parse({})).toEqual({})
    expect(refused(beginProvider.form, { stay_logged_in: '1' })).toEqual({ stay_logged_in: 'unknown' })
  })

  it.each([
    ['query', finishProvider.form],
    ['ticket', linkProvider.form],
  ] as const)('AUT-10 takes a %s of 1 to 4096 characters', (field, form) => {
    expect(ruleAt(form, field, 0)).toBe('required')
    expect(ruleAt(form, field, 1)).toBeUndefined()
    expect(ruleAt(form, field, 4096)).toBeUndefined()
    expect(ruleAt(form, field, 4097)).toBe('too_long')
  })

  it.each([
    { outcome: 'signed_in', access: 'a', refresh: 'r', stay_logged_in: true },
    {
      outcome: 'link',
      email: 'anna@example.org',
      ticket: 't',
      stay_logged_in: false,
      address_confirmed: false,
    },
    { outcome: 'register', email: null, ticket: 't' },
  ])('AUT-10 ends in tokens, or a ticket to go on with: $outcome', (answer) => {
    expect(finishProvider.response.parse(answer)).toEqual(answer)
  })

  it('AUT-10 ends in nothing else', () => {
    expect(finishProvider.response.safeParse({ outcome: 'signed_in', ticket: 't' }).success).toBe(false)
    expect(finishProvider.response.safeParse({ outcome: 'refused' }).success).toBe(false)
  })
})
