import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { brokerDeps, embeddedBroker, reading } from '../../../test/mqtt/embedded-broker.ts'
import { at, other } from '../../../test/mqtt/mqtt-units.ts'
import { openBroker } from './broker.ts'
import { limitHandshakes } from './handshakes.ts'

const { config, connected } = embeddedBroker()

describe('TLS handshakes', () => {
  it('HND-07 F10 of a network are 2000 at once and then 100 a second; no other network notices', () => {
    let ms = 0
    const admit = limitHandshakes(() => new Date(ms))
    const admitted = (address: string, of: number) =>
      Array.from({ length: of }, () => admit(address)).filter((one) => one).length
    expect(admitted('192.0.2.1', 3000)).toBe(2000)
    ms += 1000
    expect(admitted('192.0.2.1', 3000)).toBe(100)
    expect(admitted('2001:db8::1', 1500) + admitted('2001:db8::2', 1500)).toBe(2000)
    expect(admitted('192.0.2.2', 1)).toBe(1)
  })

  it('HND-07 F10 of a site are 8000 at once and then 200 a second, however many networks it has', () => {
    let ms = 0
    const admit = limitHandshakes(() => new Date(ms))
    const admitted = (block: number) =>
      Array.from({ length: 256 * 40 }, (_, i) => admit(`192.0.${block}.${i % 256}`)).filter((one) => one)
        .length
    expect(admitted(2)).toBe(8000)
    ms += 1000
    expect([admitted(2), admitted(3)]).toEqual([200, 8000])
  })

  it('HND-07 F10 beyond that are closed before they begin; without TLS, and once connected, nothing changes', async () => {
    const stopped = new Date()
    const own = await openBroker(config(), {
      ...brokerDeps,
      authenticate: async (attempts) => attempts.map(() => 7),
      ingest: async () => undefined,
      now: () => stopped,
    })
    const unit = await connected({ protocol: 'mqtts', rejectUnauthorized: false }, own.ports.mqtts)
    const isEncrypted = async () => {
      const socket = tls.connect({ port: own.ports.mqtts, rejectUnauthorized: false })
      const done = await once(socket, 'secureConnect').catch(() => null)
      socket.destroy()
      return done !== null
    }
    expect(await isEncrypted()).toBe(true)
    const silent = new Set<net.Socket>()
    const knock = async () => {
      const socket = net.connect(own.ports.mqtts, '127.0.0.1').resume()
      silent.add(socket.on('error', () => undefined).on('close', () => silent.delete(socket)))
      await once(socket, 'connect')
    }
    for (let i = 0; i < 20; i += 1) await Promise.all(Array.from({ length: 100 }, knock))
    expect(await isEncrypted()).toBe(false)
    await unit.publishAsync(reading(), at(), { qos: 1 })
    await connected({ clientId: other, username: other }, own.ports.mqtt)
    for (const socket of silent) socket.destroy()
    await own.close()
  })
})
