import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { choosePrimary, type Writable } from './primary.ts'
import { readDatabaseUrl, serverName } from './servers.ts'

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@a/d', ['postgres://u:p@a/d'], false],
    ['postgres://u:p@a/d?target_session_attrs=read-write', ['postgres://u:p@a/d'], true],
    [
      'postgres://u:p%2C@a:1,[::1]:2/d?sslmode=verify-full',
      ['postgres://u:p%2C@a:1/d?sslmode=verify-full', 'postgres://u:p%2C@[::1]:2/d?sslmode=verify-full'],
      true,
    ],
    [
      'postgres://u@/d?host=%2Fa,b&port=1,2&target_session_attrs=primary',
      ['postgres://u@/d?host=%2Fa&port=1', 'postgres://u@/d?host=b&port=2'],
      true,
    ],
  ])('HND-27 %s names its servers', (url, servers, oneWrites) => {
    expect(readDatabaseUrl(url)).toEqual({ servers, oneWrites })
  })

  it.each([
    ['postgres://a,b/d?target_session_attrs=any', /target_session_attrs must be read-write/],
    ['postgres://a,,b/d', /a host is missing/],
    ['postgres://a,a/d', /a host is named twice/],
    ['postgres://a,b c/d', /not an address/],
    ['postgres:///d?host=a,a&port=1', /a host is named twice/],
    ['postgres:///d?host=a,b,c&port=1,2', /not a port for each host/],
    [`postgres://${Array.from({ length: 17 }, (_, i) => `h${i}`).join()}/d`, /more than 16 hosts/],
    ['mysql://a/d', /DATABASE_URL/],
  ])('HND-27 %s is refused, with what is wrong', (DATABASE_URL, sentence) => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(sentence)
    expect(() => readConfig({ DATABASE_URL })).toThrow(/DATABASE_URL/)
  })

  it.each([
    ['postgres://u:p@a:1/d', 'a:1'],
    ['postgres://u@/d?host=%2Fa', '/a'],
  ])('HND-27 %s is logged without user and password', (url, name) => {
    expect(serverName(url)).toBe(name)
  })
})

describe('the server to write to', () => {
  const one = (server: string, timeline = 1, system = 's'): Writable => ({ server, system, timeline })

  it.each<[string, Writable | null, Writable[], string | null]>([
    ['none', null, [], null],
    ['the only one', null, [one('b')], 'b'],
    ['the promoted one', null, [one('a'), one('b', 2)], 'b'],
    ['the one before, of equals', one('b'), [one('a'), one('b')], 'b'],
    ['another address of the same, once that answers no more', one('b'), [one('a')], 'a'],
    ['the promoted one, though the one before still accepts writes', one('a'), [one('a'), one('b', 2)], 'b'],
    ['none rather than one that was replaced', one('b', 2), [one('a')], null],
    ['none rather than another database', one('b'), [one('a', 9, 'other')], null],
    ['none of two that are not the same database', null, [one('a'), one('b', 2, 'other')], null],
  ])('HND-27 is %s', (_, known, found, server) => {
    expect(choosePrimary(known, found)?.server ?? null).toBe(server)
  })
})
