import { MAX_PACKET_BYTES, topics } from '@kellersonne/contract/telemetry/device'
import { serialNumber } from '@kellersonne/core/systems/systems'
import { Wrong } from '../report.ts'
import { type Bench, signedIn } from './bench.ts'
import { type Client, openClient } from './client.ts'

const SIGN_IN = 'connection.md#sign-in'
const TOPICS = 'connection.md#topics'

/** Sign-ins that must fail. */
export async function refusedSignIns({ sn, secret, target, steps }: Bench) {
  const right = { clientId: sn, username: sn, password: Buffer.from(secret) }
  const will = {
    topic: 'storage/0/online',
    payload: Buffer.from('{"online":false}'),
    qos: 1,
    retain: false,
  } as const
  const cases = [
    ['a wrong secret', { ...right, password: Buffer.from(`${secret}x`) }],
    ['no secret', { clientId: sn, username: sn }],
    ['a client id that is not the user name', { ...right, clientId: `${sn}-2` }],
    ['a last will for another unit', { ...right, will }],
    ['MQTT 5', { ...right, protocolVersion: 5 }],
  ] as const
  for (const [what, packet] of cases) {
    await steps.step(SIGN_IN, `refuses ${what}`, async (signal) => {
      const client = await openClient(target, signal)
      try {
        const code = await client.signIn(packet, signal)
        if (code === 0) throw new Wrong('it was let in')
        return `${code}`
      } finally {
        client.cut()
      }
    })
  }
}

/** What closes the connection, each on one of its own. */
export async function forbidden(bench: Bench) {
  const { sn, steps } = bench
  const foreign = serialNumber(sn === '1' ? '2' : '1') ?? sn
  const reading = JSON.stringify({ at: bench.now().toISOString(), soc: 50 })
  const wild = `storage/${sn}/#`
  const cases: readonly (readonly [string, (client: Client, signal: AbortSignal) => unknown])[] = [
    ['a message to another unit’s topic', (client) => client.throwIn(topics.reading.of(foreign), reading, 1)],
    [
      'a message to a topic that is not described',
      (client) => client.throwIn(`storage/${sn}/other`, '{}', 1),
    ],
    ['a message at QoS 2', (client) => client.throwIn(topics.reading.of(sn), reading, 2)],
    [
      'a message that is too large',
      (client) => client.throwIn(topics.state.of(sn), ' '.repeat(MAX_PACKET_BYTES), 1),
    ],
    [
      'a subscription to another unit’s commands',
      (client, signal) => client.subscribe(topics.command.of(foreign), signal),
    ],
    [
      'a subscription to another unit’s forecast',
      (client, signal) => client.subscribe(topics.forecast.of(foreign), signal),
    ],
    ['a subscription with a wildcard', (client, signal) => client.subscribe(wild, signal)],
  ]
  for (const [what, attempt] of cases) {
    await steps.step(TOPICS, `closes the connection upon ${what}`, async (signal) => {
      const client = await signedIn(bench, signal)
      try {
        Promise.resolve(attempt(client, signal)).catch(() => undefined)
        await client.closed(signal)
        return undefined
      } finally {
        client.cut()
      }
    })
  }
  await steps.step(SIGN_IN, 'lets the newest connection replace the one before', async (signal) => {
    const first = await signedIn(bench, signal)
    const second = await signedIn(bench, signal)
    try {
      await first.closed(signal)
      await second.ping(signal)
      return undefined
    } finally {
      first.cut()
      second.leave()
    }
  })
}
