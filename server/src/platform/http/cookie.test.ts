import { expect, it } from 'vitest'
import { readCookie } from './cookie.ts'

it.each([
  ['alone', 'a=1', '1'],
  ['among others', 'b=2; a=1; c=3', '1'],
  ['without spaces between them', 'b=2;a=1;c=3', '1'],
  ['the first of two', 'a=1; a=2', '1'],
  ['with the name in another value', 'b=a=2; a=1', '1'],
  ['empty', 'a=', ''],
  ['with another sign in its value', 'a=1=2', '1=2'],
  ['not there, but as the end of another name', 'xa=1; b=2', null],
  ['not there', 'b=2', null],
])('API-11 a cookie is read: %s', (_, cookie, value) => {
  expect(readCookie({ headers: { cookie } }, 'a')).toBe(value)
})

it('API-11 a request without cookies has none', () => {
  expect(readCookie({ headers: {} }, 'a')).toBeNull()
})
