import { expect, it } from 'vitest'
import { phoneNumber, printedPhone } from './phone.ts'

it.each([
  ['030 1234567', 'DE', '+49301234567'],
  ['(030) 123-4567', 'DE', '+49301234567'],
  ['22 123 45 67', 'PL', '+48221234567'],
  ['+49 30 1234567', 'PL', '+49301234567'],
  ['+49 30 1234567', null, '+49301234567'],
  ['0049 30 1234567', 'AT', '+49301234567'],
] as const)('AUT-03 %s in %s is dialled as %s', (text, country, dialled) => {
  expect(phoneNumber(text, country)).toBe(dialled)
})

it.each([
  ['030 1234567', null],
  ['030 12', 'DE'],
  ['call me', 'DE'],
  ['call 030 1234567', 'DE'],
  ['', 'DE'],
] as const)('AUT-03 "%s" in %s is no number', (text, country) => {
  expect(phoneNumber(text, country)).toBeNull()
})

it('SET-03 a number is written in groups, and what is none as it is', () => {
  expect(printedPhone('+49301234567')).toBe('+49 30 1234567')
  expect(printedPhone('unknown')).toBe('unknown')
})
