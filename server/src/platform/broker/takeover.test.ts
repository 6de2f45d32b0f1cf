import diagnostics from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import net from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { topics } from '@kellersonne/contract/telemetry/device'
import mqttPacket from 'mqtt-packet'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { brokerDeps, embeddedBroker } from '../../../test/mqtt/embedded-broker.ts'
import { next, sn } from '../../../test/mqtt/mqtt-units.ts'
import { openBroker } from './broker.ts'
import { downTopics } from './topics.ts'

const { config, connected, dial, system } = embeddedBroker()

/** A broker that answers a sign-in when the test says so, and the connections that it has accepted. */
async function slowBroker() {
  const lookups = new EventEmitter()
  const broker = await openBroker(config(), {
    ...brokerDeps,
    authenticate: () => new Promise((found) => lookups.emit('one', () => found([system()]))),
    ingest: async () => undefined,
  })
  onTestFinished(broker.close)
  const accepted: net.Socket[] = []
  const note = (message: unknown) =>
    accepted.push(z.object({ socket: z.instanceof(net.Socket) }).parse(message).socket)
  diagnostics.subscribe('net.server.socket', note)
  onTestFinished(() => void diagnostics.unsubscribe('net.server.socket', note))
  /** Resolves to what lets the next sign-in succeed, once it is looked up. */
  async function lookup(): Promise<() => void> {
    const [succeed] = await once(lookups, 'one')
    return succeed
  }
  async function signIn() {
    const asked = lookup()
    const client = dial({}, broker.ports.mqtt)
    return { client, succeed: await asked }
  }
  return {
    ...{ broker, accepted, lookup, signIn },
    async connected() {
      const { client, succeed } = await signIn()
      const ready = next(client, 'connect')
      succeed()
      await ready
      return client
    },
  }
}

describe('a connection of a unit', () => {
  it('PRD-01 is its only one', async () => {
    const first = await connected()
    const closed = next(first, 'close')
    await connected()
    await closed
  })

  it('PRD-01 GWY-23 is its only one although two signed in at once, and can be cut off', async () => {
    const { accepted, broker, connected, signIn } = await slowBroker()
    const first = await connected()
    // Aedes ends a connection later if it has to end subscriptions first.
    await first.subscribeAsync(downTopics.map((name) => topics[name].of(sn)))
    const one = await signIn()
    const other = await signIn()
    const ready = next(other.client, 'connect')
    one.succeed()
    other.succeed()
    await ready
    const open = () => accepted.map(({ destroyed }) => !destroyed)
    await expect.poll(open).toEqual([false, false, true])
    await broker.disconnect(sn)
    expect(open()).toEqual([false, false, false])
  })

  it('PRD-01 GWY-23 can be cut off although another sign-in broke off meanwhile', async () => {
    const { accepted, broker, connected, lookup } = await slowBroker()
    await connected()
    const again = lookup()
    const broken = net.connect(broker.ports.mqtt, '127.0.0.1')
    const password = Buffer.from('secret')
    broken.write(mqttPacket.generate({ cmd: 'connect', clientId: sn, username: sn, password }))
    const succeed = await again
    const gone = new Promise((resolve) => accepted[1]?.on('close', resolve))
    broken.resetAndDestroy()
    await gone
    succeed()
    await turn()
    await broker.disconnect(sn)
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })
})
