import { describe, expect, it } from 'vitest'
import { refused, ruleAt } from '../test/refused.ts'
import { registration } from './registration.ts'

const form = {
  email: 'anna@example.org',
  password: 'Sonne-im-Keller-1',
  phone: '030 1234567',
  country: 'DE',
  key1: '1001',
  terms: '2026-11-21',
  lang: 'de',
}
const CODE = '7Q4KM2XB9TD3S'
const PRINTED = '7Q4K-M2XB-9TD3S'

it('AUT-01 a form needs no second and third key, also where they are left empty', () => {
  expect(registration.parse(form)).toEqual(form)
  expect(registration.parse({ ...form, key2: '', key3: ' ' })).toEqual(form)
})

it.each(Object.keys(form))('AUT-01 a form without %s breaks that one rule', (name) => {
  const given = Object.fromEntries(Object.entries(form).filter(([field]) => field !== name))
  const { error } = registration.safeParse({ ...given, key2: '1002' })
  expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
  expect(refused(registration, given)).toEqual({ [name]: 'required' })
})

it('AUT-01 names all that is missing from an empty form', () => {
  expect(refused(registration, {})).toEqual(
    Object.fromEntries(Object.keys(form).map((name) => [name, 'required'])),
  )
})

describe('a phone number', () => {
  it.each([
    ['030 1234567', 'DE', {}],
    ['+1 (212) 555-2368', 'PL', {}],
    ['030 12', 'DE', { phone: 'format' }],
    ['call me', 'DE', { phone: 'format' }],
    ['030 1234567', 'US', { country: 'unknown' }],
    ['call me', 'US', { country: 'unknown' }],
  ])('AUT-03 %s in %s: %j', (phone, country, faults) => {
    expect(refused(registration, { ...form, phone, country })).toEqual(faults)
  })

  it('AUT-03 is judged whatever else is wrong', () => {
    expect(refused(registration, { ...form, phone: '12', lang: 'fr', password: 'x' })).toEqual({
      phone: 'format',
      lang: 'unknown',
      password: 'too_short',
    })
  })
})

describe('a key', () => {
  it.each([
    ['1001', '1002', '1003', {}],
    ['1001', '1001', '1002', { key2: 'repeated' }],
    ['1001', '1002', '1001', { key3: 'repeated' }],
    ['1001', '1002', '1002', { key3: 'repeated' }],
    ['1001', '1001', '1001', { key2: 'repeated', key3: 'repeated' }],
    [PRINTED, CODE.toLowerCase(), '', { key2: 'repeated' }],
    ['1001', '', '1001', { key3: 'repeated' }],
    ['', '1001', '1001', { key1: 'required', key3: 'repeated' }],
  ])('AUT-01 is named once: %s, %s, %s', (key1, key2, key3, faults) => {
    expect(refused(registration, { ...form, key1, key2, key3 })).toEqual(faults)
  })

  it('AUT-01 is compared with those before it that are there', () => {
    const { key1: _, ...rest } = form
    const keys = { key2: '1001', key3: '1001' }
    expect(refused(registration, { ...rest, ...keys })).toEqual({ key1: 'required', key3: 'repeated' })
  })
})

describe('a form', () => {
  it('AUT-01 agrees to the terms of this version alone', () => {
    expect(refused(registration, { ...form, terms: '2026-11-20' })).toEqual({ terms: 'unknown' })
  })

  it('AUT-02 has no password that is made of the address', () => {
    const given = { ...form, email: 'brunhilde@example.org', password: 'Brunhilde-17', lang: 'fr' }
    expect(refused(registration, given)).toEqual({ password: 'common', lang: 'unknown' })
  })

  it('AUT-10 may have a ticket of 1 to 4096 characters', () => {
    expect(ruleAt(registration, 'ticket', 0)).toBe('required')
    expect(ruleAt(registration, 'ticket', 1)).toBeUndefined()
    expect(ruleAt(registration, 'ticket', 4096)).toBeUndefined()
    expect(ruleAt(registration, 'ticket', 4097)).toBe('too_long')
  })
})
