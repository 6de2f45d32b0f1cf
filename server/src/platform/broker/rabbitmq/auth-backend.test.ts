import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Denial } from '../denials.ts'
import { openSignInRates } from '../sign-in-rates.ts'
import { openRabbitmqAuthBackend } from './auth-backend.ts'

const KEY = 'a-key-of-20-letters-or-more'
const faults: unknown[] = []
const denied: Denial[] = []
let away = false
let looked = 0
let looking = Promise.resolve()
let authBackend: Awaited<ReturnType<typeof openRabbitmqAuthBackend>>

beforeEach(async () => {
  away = false
  looked = 0
  looking = Promise.resolve()
  faults.length = 0
  denied.length = 0
  authBackend = await openRabbitmqAuthBackend(
    { BROKER_AUTH_HOST: '127.0.0.1', BROKER_AUTH_PORT: 0, BROKER_AUTH_KEY: KEY },
    {
      authenticate: async (attempts) => {
        looked += 1
        await looking
        if (away) throw new Error('away')
        return attempts.map(({ sn, secret }) =>
          ['1001', '1002'].includes(sn) && secret === 'right' ? 1 : null,
        )
      },
      isResting: (sn) => sn === '1002',
      rates: openSignInRates(() => new Date(0)),
      vhost: '/',
      onDenied: (denial) => denied.push(denial),
      onFault: (error) => faults.push(error),
    },
  )
})
afterEach(() => authBackend.close())

const unit = { username: '1001', password: 'right', client_id: '1001' }
const toTopic = { username: '1001', name: 'amq.topic' }
const ask = async (path: string, fields: Record<string, string>, method = 'POST') => {
  const body = method === 'POST' ? new URLSearchParams(fields) : null
  const response = await fetch(`http://127.0.0.1:${authBackend.port}/${path}`, { method, body })
  return [response.status, await response.text()]
}
const allow = [200, 'allow']
const deny = [200, 'deny']
const nothing = [404, '']

describe('what RabbitMQ asks', () => {
  it.each([
    ['without the key', 'user', unit, nothing],
    ['with another key', `${KEY.replace('a', 'b')}/user`, unit, nothing],
    ['what nobody knows', `${KEY}/toString`, unit, nothing],
    ['at great length', `${KEY}/user`, { ...unit, password: 'x'.repeat(5000) }, nothing],
    ['about a unit and its secret', `${KEY}/user`, unit, allow],
    [
      'about a unit that rests because it is over its budget',
      `${KEY}/user`,
      { ...unit, username: '1002', client_id: '1002' },
      deny,
    ],
    ['about a wrong secret', `${KEY}/user`, { ...unit, password: 'wrong' }, deny],
    [
      'about a unit without a client id, as over AMQP',
      `${KEY}/user`,
      { username: '1001', password: 'right' },
      deny,
    ],
    ['about its virtual host', `${KEY}/vhost`, { username: '1001', vhost: '/' }, allow],
    ['about another virtual host', `${KEY}/vhost`, { username: '1001', vhost: 'x' }, deny],
  ])('HND-01 PRD-01 is answered, %s', async (_, path, fields, expected) => {
    expect(await ask(path, fields)).toEqual(expected)
  })

  it('PRD-01 F10 HND-10 lets a unit in as often as lines fail, whatever others try under its name', async () => {
    for (let i = 0; i < 40; i += 1)
      expect(await ask(`${KEY}/user`, { ...unit, password: 'wrong' })).toEqual(deny)
    for (let i = 0; i < 31; i += 1) expect(await ask(`${KEY}/user`, unit)).toEqual(allow)
    expect(await ask(`${KEY}/user`, unit)).toEqual(deny)
    expect(denied.at(-1)).toEqual({ reason: 'too_often', sn: '1001', network: null })
  })

  it('PRD-01 F10 lets no more in of those that ask at once', async () => {
    const lookup = Promise.withResolvers<void>()
    looking = lookup.promise
    const asking = Array.from({ length: 50 }, () => ask(`${KEY}/user`, unit))
    await expect.poll(() => looked).toBe(50)
    lookup.resolve()
    const answers = await Promise.all(asking)
    expect(answers.filter(([, text]) => text === 'allow')).toHaveLength(31)
  })

  it.each([
    ['exchange', 'amq.topic', 'write', allow],
    ['exchange', 'amq.topic', 'read', allow],
    ['exchange', 'amq.topic', 'configure', deny],
    ['exchange', '', 'write', deny],
    ['exchange', 'amq.direct', 'write', deny],
    ['queue', 'mqtt-subscription-1001qos1', 'configure', allow],
    ['queue', 'mqtt-subscription-1002qos1', 'read', deny],
    ['queue', 'kellersonne.readings', 'read', deny],
  ])('HND-01 PRD-01 a unit and the %s %s: %s', async (resource, name, permission, expected) => {
    const fields = { username: '1001', vhost: '/', resource, name, permission }
    expect(await ask(`${KEY}/resource`, fields)).toEqual(expected)
  })

  it.each([
    ['write', 'storage.1001.reading', allow],
    ['write', 'storage.1001.command.outcome', allow],
    ['write', 'storage.1001.command', deny],
    ['write', 'storage.1002.reading', deny],
    ['read', 'storage.1001.command', allow],
    ['read', 'storage.1001.refused', allow],
    ['read', 'storage.1002.refused', deny],
    ['read', 'storage.1001.forecast', allow],
    ['read', 'storage.1002.forecast', deny],
    ['write', 'storage.1001.forecast', deny],
    ['write', 'storage.1001.refused', deny],
    ['read', 'storage.1001.#', deny],
    ['read', 'storage.*.command', deny],
    ['read', 'storage.1001.reading', deny],
  ])('HND-01 PRD-01 a unit may %s %s or not', async (permission, routing_key, expected) => {
    const fields = {
      username: '1001',
      vhost: '/',
      resource: 'topic',
      name: 'amq.topic',
      permission,
      routing_key,
    }
    expect(await ask(`${KEY}/topic`, fields)).toEqual(expected)
  })

  it('HND-01 PRD-01 is no question unless posted, and no answer while the database is away', async () => {
    expect(await ask(`${KEY}/user`, unit, 'GET')).toEqual(nothing)
    away = true
    expect(await ask(`${KEY}/user`, unit)).toEqual([503, ''])
    expect(faults).toHaveLength(1)
  })

  it.each([
    ['user', { ...unit, password: 'wrong' }, 'wrong_secret'],
    ['user', { ...unit, client_id: '1002' }, 'wrong_name'],
    ['vhost', { username: '1001', vhost: 'x' }, 'foreign_resource'],
    [
      'resource',
      { username: '1001', resource: 'exchange', name: '', permission: 'write' },
      'foreign_resource',
    ],
    ['topic', { ...toTopic, permission: 'write', routing_key: 'storage.1002.reading' }, 'foreign_publish'],
    ['topic', { ...toTopic, permission: 'read', routing_key: 'storage.1002.command' }, 'foreign_subscribe'],
    ['topic', { ...toTopic, permission: 'write', name: 'amq.direct', routing_key: 'x' }, 'foreign_resource'],
  ])('HND-10 says what it denied of a %s: %o', async (asked, fields, reason) => {
    expect(await ask(`${KEY}/${asked}`, fields)).toEqual(deny)
    expect(denied).toEqual([{ reason, sn: '1001', network: null }])
  })

  it('HND-10 says nothing of a unit that only has to rest, nor of what it allowed', async () => {
    expect(await ask(`${KEY}/user`, { ...unit, username: '1002', client_id: '1002' })).toEqual(deny)
    expect(await ask(`${KEY}/user`, unit)).toEqual(allow)
    expect(denied).toEqual([])
  })
})
