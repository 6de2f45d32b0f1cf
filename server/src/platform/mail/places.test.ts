import { expect, it, onTestFinished, vi } from 'vitest'
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

it('AUT-06 F14 nobody waits for a place where one has waited in vain, until one is released', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { take, release } = openPlaces(1)
  expect(await take('example.org')).toBe(true)
  const early = [take('example.org'), take('example.org')]
  release('example.org')
  expect(await early[0]).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(await early[1]).toBe(false)
  // No second goes by from here on.
  expect(await take('example.org')).toBe(false)
  expect(await take('example.com')).toBe(true)
  release('example.org')
  expect(await take('example.org')).toBe(true)
  const next = take('example.org')
  release('example.org')
  expect(await next).toBe(true)
})
