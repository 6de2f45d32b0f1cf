import { Connection } from 'rabbitmq-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandLine } from '../../../../test/cli.ts'
import { at, next, other, sn } from '../../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, topicOf } from '../../../../test/mqtt/rabbit-broker.ts'
import { watchBroker } from './check/watch.ts'
import { declarations } from './queues.ts'

const { connected, counted, line, node, serve, stored } = rabbitBroker()

describe('several nodes', () => {
  const without = (url: string) => url.replace(/^amqp:\/\/[^@]*@/, '')

  it('HND-28 are tried in turn at the start, also their management', async () => {
    const gone = 'amqp://a:b@127.0.0.1:1,127.0.0.1:2'
    await expect(serve({ BROKER_URL: gone })).rejects.toThrow(/0\.1:1: .*; .*0\.1:2: |0\.1:2: .*; .*0\.1:1: /)
    const dead = '127.0.0.1:1'
    const management = node().managementUrl.replace('http://', `http://${dead},`)
    const BROKER_URL = node().url.replace('@', `@${dead},`)
    const broker = await serve({ BROKER_URL, BROKER_MANAGEMENT_URL: management })
    expect(broker.fault()).toBeNull()
    await broker.disconnect(other)
  })

  it('HND-28 replace each other: what is cut is connected to the other, and nothing is lost or doubled', async () => {
    const lines = [await line(), await line()]
    const [first, second] = lines.map(({ url }) => url)
    const broker = await serve({ BROKER_URL: `${first},${without(second ?? '')}` })
    const client = await connected()
    await client.subscribeAsync(topicOf('command'), { qos: 1 })
    await publish(client, 'reading', at())
    await expect.poll(stored).toBe(1)
    const used = lines.find(({ near }) => near.length > 0)
    used?.close()
    for (const socket of used?.near ?? []) socket.destroy()
    await publish(client, 'reading', at(1))
    await expect.poll(stored).toBe(2)
    await expect.poll(broker.fault).toBeNull()
    expect(await counted()).toBe(2)
    const commanded = next(client, 'message')
    await broker.publish(sn, { id: 'x', command: 'off', expires_at: new Date(Date.now() + 60_000) })
    expect((await commanded)[0]).toBe(topicOf('command'))
  })
})

async function check(...options: string[]) {
  const readBroker = () => ({ BROKER_URL: node().url, BROKER_MANAGEMENT_URL: node().managementUrl })
  const { code, out } = await commandLine(['broker', 'check', ...options], null, { readBroker })
  return { code, lines: out.trim().split('\n') }
}

describe('broker check', () => {
  it('HND-29 names what is missing, mends it with --fix, and is silent afterwards', async () => {
    const names = declarations.map(({ name }) => name)
    const connection = new Connection(node().url)
    for (const queue of names) await connection.queueDelete({ queue })
    await connection.close()
    const missing = names.map((name) => `There is no queue ${name}.`)
    expect(await check()).toEqual({ code: 1, lines: missing })
    expect(await check('--fix')).toEqual({ code: 0, lines: missing.map((line) => `[mended] ${line}`) })
    expect(await check()).toEqual({ code: 0, lines: ['Nothing is missing.'] })
    // What it has made is what the server itself declares.
    await serve()
    expect(await check('--json')).toEqual({ code: 0, lines: ['[]'] })
  })

  it('HND-29 names a queue that exists otherwise, and touches nothing of it', async () => {
    const connection = new Connection(node().url)
    const name = 'kellersonne.unstored'
    await connection.queueDelete({ queue: name })
    await connection.queueDeclare({ queue: name, durable: true })
    const sentence =
      /The queue kellersonne\.unstored exists otherwise .*x-queue-type is (not set|classic) in place of quorum/
    expect(await check('--fix')).toEqual({ code: 1, lines: [expect.stringMatching(sentence)] })
    expect(await connection.queueDeclare({ queue: name, passive: true })).toMatchObject({ messageCount: 0 })
    await connection.queueDelete({ queue: name })
    await connection.close()
  })
})

describe('the check that the server makes', () => {
  it('HND-41 says once what is wrong and once that it is gone; that nothing is known is wrong, too', async () => {
    await serve()
    const lines: { readonly of?: unknown; readonly text?: string | undefined }[] = []
    const keep = (fields: object, text?: string) => lines.push({ ...fields, text })
    const config = { BROKER_URL: node().url, BROKER_MANAGEMENT_URL: node().managementUrl }
    const watch = watchBroker(config, { warn: keep, info: keep }, 20)
    const away = watchBroker(
      { ...config, BROKER_MANAGEMENT_URL: 'http://127.0.0.1:1' },
      { warn: keep, info: keep },
      20,
    )
    onTestFinished(watch.close)
    await expect.poll(() => away.faults().map(({ code }) => code)).toEqual(['unanswered'])
    away.close()
    const queue = 'kellersonne.unstored'
    const connection = new Connection(node().url)
    await connection.queueDelete({ queue })
    await connection.close()
    await expect
      .poll(() => watch.faults().map(({ code, of }) => [code, of]))
      .toEqual([['queue_missing', queue]])
    await check('--fix')
    await expect.poll(watch.faults).toEqual([])
    // A busy RabbitMQ may leave a question unanswered in between.
    expect(lines.filter(({ of }) => of === queue)).toEqual([
      { fault: 'queue_missing', of: queue, text: `There is no queue ${queue}.` },
      { fault: 'queue_missing', of: queue, text: 'a fault of RabbitMQ is gone' },
    ])
  })
})
