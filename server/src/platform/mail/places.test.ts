import { expect, it } from 'vitest'
import { domainOf, openPlaces } from './places.ts'

it.each([
  ['anna@example.org', 'example.org'],
  ['anna@1.2.Example.ORG', 'example.org'],
  ['anna@mail.example.co.uk', 'example.co.uk'],
  ['anna@example.com.au', 'example.com.au'],
  ['anna@a1.q7z.io', 'q7z.io'],
  ['anna@a1.x.de', 'x.de'],
  ['"a@b.c"@example.de', 'example.de'],
  ['anna@localhost', 'localhost'],
  ['anna@co.uk', 'co.uk'],
  ['anna@a1.web.io', 'web.io'],
  ['anna@a1.plc.de', 'plc.de'],
  ['anna@mail.example.asso.fr', 'example.asso.fr'],
  ['anna@mail.leeds.police.uk', 'leeds.police.uk'],
  ['anna@a1.eu.org', 'eu.org'],
  ['anna@a1.example.unheard', 'example.unheard'],
])('AUT-06 F14 %s shares its places with all of %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain)
})

it('AUT-06 F14 there are so many places for each key, of which each is free again once it is released', () => {
  const { has, take, release } = openPlaces(2)
  expect(['a', 'a', 'a', 'b'].map(take)).toEqual([true, true, false, true])
  expect([has('a'), has('b')]).toEqual([false, true])
  release('a')
  expect(has('a')).toBe(true)
  expect([take('a'), take('a')]).toEqual([true, false])
})
