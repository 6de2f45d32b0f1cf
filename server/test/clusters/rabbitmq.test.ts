import { rabbitCluster } from '@kellersonne/testing/rabbit-cluster'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkBroker } from '../../src/platform/broker/rabbitmq/check/check.ts'
import { rabbitBroker } from '../mqtt/rabbit-broker.ts'
import { openLoad } from './load.ts'

let cluster: Awaited<ReturnType<typeof rabbitCluster>>
const { counted, db, serve, stored } = rabbitBroker(async () => {
  cluster = await rabbitCluster(3)
  return { ...cluster.first, close: () => cluster.close() }
})
const config = () => ({ BROKER_URL: cluster.urls, BROKER_MANAGEMENT_URL: cluster.managementUrls })
const check = async (fix = false) => (await checkBroker(config(), fix)).map(({ code }) => code)
const UNITS = 8

describe('three nodes of RabbitMQ', () => {
  it('HND-29 HND-30 lose and double nothing while each in turn is killed, and one does not answer', async () => {
    const overrides = { ...config(), BROKER_AUTH_PORT: cluster.auth }
    const broker = await serve({ ...overrides, BROKER_URL: cluster.first.url })
    const [, second, third] = cluster.nodes
    for (const node of [second, third]) if (node) await cluster.join(node)
    // Queues that were there before the nodes have one member each.
    await expect
      .poll(() => check(), { interval: 1000 })
      .toEqual(['members_few', 'members_few', 'members_few'])
    // As root does on a machine of RabbitMQ.
    Object.assign(process.env, cluster.first.env, { PATH: `/usr/lib/rabbitmq/bin:${process.env['PATH']}` })
    await check(true)
    await expect.poll(() => check(), { interval: 1000 }).toEqual([])
    await broker.close()

    const following = await serve(overrides)
    const load = await openLoad(db(), UNITS, (i) => cluster.nodes[i % 3]?.port('mqtt') ?? 0)
    onTestFinished(load.end)
    const more = async (count: number, from = load.acknowledged()) =>
      expect.poll(load.acknowledged).toBeGreaterThan(from + count)
    const times: Record<string, number> = {}
    /** Resolves to the seconds until the server stores again what was acknowledged after this. */
    async function followed() {
      const began = performance.now()
      const before = Number(await stored())
      await expect.poll(async () => Number(await stored()), { interval: 100 }).toBeGreaterThan(before + 100)
      await expect.poll(following.fault, { interval: 100 }).toBeNull()
      return Math.round((performance.now() - began) / 100) / 10
    }
    for (const [i, node] of cluster.nodes.entries()) {
      await more(500)
      load.gap()
      await node.stop('SIGKILL')
      times[`killed ${i + 1}, stored again after s`] = await followed()
      await more(500)
      times[`killed ${i + 1}, longest without an acknowledgement, ms`] = load.gap()
      await node.start()
      await expect.poll(() => check().catch(String), { interval: 1000 }).toEqual([])
    }
    cluster.first.signal('SIGSTOP')
    times['frozen 1, stored again after s'] = await followed()
    await more(500)
    times['frozen 1, longest without an acknowledgement, ms'] = load.gap()
    cluster.first.signal('SIGCONT')
    await load.end()
    await expect.poll(stored, { interval: 500 }).toBeGreaterThanOrEqual(load.acknowledged())
    await expect.poll(async () => (await following.waiting())[0]?.messages, { interval: 500 }).toBe(0)
    times['acknowledged'] = load.acknowledged()
    times['stored'] = Number(await stored())
    process.stdout.write(`${JSON.stringify(times, null, 2)}\n`)
    // One reading of each unit may be stored whose acknowledgement was lost.
    expect(times['stored']).toBeLessThanOrEqual(times['acknowledged'] + UNITS)
    expect(await counted()).toBe(times['stored'])
  })
})
