import { byText } from '@kellersonne/core/units/order'
import { describe, expect, it } from 'vitest'
import { brokerDeps, embeddedBroker, reading, will } from '../../../test/mqtt/embedded-broker.ts'
import { next, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { systemStore } from '../../systems/store.ts'
import { openBroker } from './broker.ts'

const { broker, config, connected, db, denied, dial } = embeddedBroker()

describe('sign-in', () => {
  it.each([
    ['a wrong secret', { password: 'wrong' }, 4],
    ['an unknown serial number', { username: '9', clientId: '9' }, 4, '9'],
    ['the secret of another', { username: other, clientId: other }, 4, other],
    ['a client id that is not the serial number', { clientId: 'x' }, 5],
    ['no name', { username: '', clientId: '' }, 5, null],
    ['a name that is no serial number', { username: 'a secret', clientId: 'a secret' }, 5, null],
    ['a last will for another', { will: { ...will, topic: `storage/${other}/online` } }, 5],
    ['a last will that is a reading', { will: { ...will, topic: reading() } }, 5],
  ])('PRD-01 HND-10 refuses %s, and says so', async (_, options, code, name = sn) => {
    const [error] = await next(dial(options), 'error')
    expect(error).toMatchObject({ code })
    const reason = code === 4 ? 'wrong_secret' : 'wrong_name'
    expect(denied()).toEqual([{ reason, sn: name, network: '127.0.0.1' }])
  })

  it.each([
    ['MQTT 3.1', { protocolId: 'MQIsdp', protocolVersion: 3 }],
    ['MQTT 5', { protocolVersion: 5 }],
  ] as const)('PRD-01 refuses %s', async (_, options) => {
    expect((await next(dial(options), 'error'))[0]).toMatchObject({ code: 1 })
    await connected()
  })

  it('PRD-01 F9 lets the right secret in after many wrong ones from the same address', async () => {
    for (let i = 0; i < 11; i += 1)
      expect((await next(dial({ password: `${i}` }), 'error'))[0]).toMatchObject({ code: 4 })
    await connected()
  })

  it('PRD-01 a unit with another secret is cut off, and needs the new one', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    await systemStore(db()).put({ ...unit, secret: 'renewed' })
    await broker().disconnect(sn)
    await closed
    expect((await next(dial(), 'error'))[0]).toMatchObject({ code: 4 })
    await connected({ password: 'renewed' })
    await systemStore(db()).put({ ...unit, secret: 'secret' })
  })

  it('PRD-01 GWY-23 a unit whose secret changes while it is being looked up has to come again', async () => {
    const lookup = Promise.withResolvers<number>()
    let looked = 0
    const slow = await openBroker(config(), {
      async authenticate() {
        looked += 1
        return [looked === 1 ? await lookup.promise : 7]
      },
      ingest: () => Promise.resolve(),
      ...brokerDeps,
    })
    const refused = next(dial({}, slow.ports.mqtt), 'error')
    await expect.poll(() => looked).toBe(1)
    await slow.disconnect(other)
    await slow.disconnect(sn)
    lookup.resolve(7)
    expect((await refused)[0]).toMatchObject({ code: 3 })
    await connected({}, slow.ports.mqtt)
    await slow.close()
  })

  it('asks a unit to come again when the database cannot be asked', async () => {
    const asked = await openBroker(config(), {
      authenticate: () => Promise.reject(new Error('away')),
      ingest: () => Promise.resolve(),
      ...brokerDeps,
    })
    expect((await next(dial({}, asked.ports.mqtt), 'error'))[0]).toMatchObject({ code: 3 })
    await asked.close()
  })

  it('HND-10 says who published or subscribed to what is not theirs', async () => {
    const [publisher, subscriber] = [
      await connected(),
      await connected({ username: other, clientId: other, password: 'another' }),
    ]
    const closed = Promise.all([publisher, subscriber].map((client) => next(client, 'close')))
    publisher.publish(reading(other), '{}', { qos: 1 })
    subscriber.subscribe(`storage/${sn}/command`)
    await closed
    const network = '127.0.0.1'
    expect(denied().toSorted((a, b) => byText(a.reason, b.reason))).toEqual([
      { reason: 'foreign_publish', sn, network },
      { reason: 'foreign_subscribe', sn: other, network },
    ])
  })
})
