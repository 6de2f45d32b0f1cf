import { expect, it } from 'vitest'
import { domainOf } from './places.ts'

it.each([
  ['anna@example.org', 'example.org'],
  ['anna@1.2.Example.ORG', 'example.org'],
  ['anna@mail.example.co.uk', 'example.co.uk'],
  ['anna@example.com.au', 'example.com.au'],
  ['"a@b.c"@example.de', 'example.de'],
  ['anna@localhost', 'localhost'],
])('AUT-06 F14 %s shares its places with all of %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain)
})
