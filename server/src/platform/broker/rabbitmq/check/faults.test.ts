import { describe, expect, it } from 'vitest'
import { declarations } from '../queues.ts'
import type { Facts } from './facts.ts'
import { brokerFaults } from './faults.ts'

const nodeOf = (name: string, rest: Partial<Facts['nodes'][number]> = {}) => ({
  ...{ name, running: true, mem_alarm: false, disk_free_alarm: false, partitions: [] },
  ...rest,
})
const three = ['a', 'b', 'c']
const well: Facts = {
  ...{ vhost: '/', user: 'kellersonne', hasEvents: true, nodes: three.map((name) => nodeOf(name)) },
  permission: { vhost: '/', configure: '.*', write: '.*', read: '.*' },
  queues: declarations.map(({ name, arguments: given, bindings }) => ({
    ...{ name, arguments: given, bindings, durable: true, members: three, online: three },
  })),
}
const first = well.queues[0]
if (!first) throw new Error('no queue')
/** The facts with another first queue. */
const queue = (rest: Partial<typeof first>) => ({ queues: [{ ...first, ...rest }, ...well.queues.slice(1)] })

describe('what is wrong with RabbitMQ', () => {
  it('HND-29 is nothing where nothing is', () => {
    expect(brokerFaults(well)).toEqual([])
  })

  it.each<[string, Partial<Facts>, RegExp]>([
    ['no_majority', { nodes: [nodeOf('a'), nodeOf('b', { running: false })] }, /1 of 2 nodes run/],
    ['node_down', { nodes: [nodeOf('a'), nodeOf('b'), nodeOf('c', { running: false })] }, /^c is down/],
    ['two_nodes', { nodes: [nodeOf('a'), nodeOf('b')] }, /add a third/],
    [
      'plugin_missing',
      { nodes: [nodeOf('a', { enabled_plugins: ['rabbitmq_mqtt'] })] },
      /^a lacks .*rabbitmq_event_exchange/,
    ],
    ['alarm', { nodes: [nodeOf('a', { mem_alarm: true, disk_free_alarm: true })] }, /memory and disk/],
    ['partition', { nodes: [nodeOf('a', { partitions: ['b'] })] }, /cut off from b/],
    ['permission_missing', { permission: null }, /may not configure, write, read in the virtual host \/\./],
    [
      'permission_missing',
      { permission: { vhost: '/', configure: '^$', write: '.*', read: '' } },
      /may not configure, read in/,
    ],
    ['events_missing', { hasEvents: false }, /event_exchange\.vhost/],
    ['queue_missing', { queues: well.queues.slice(1) }, /no queue kellersonne\.readings/],
    ['queue_differs', queue({ arguments: {} }), /x-queue-type is not set in place of quorum/],
    ['queue_differs', queue({ durable: false }), /not durable/],
    ['binding_missing', queue({ bindings: [] }), /does not get storage\.\*\.reading/],
    ['policy_loses', queue({ policy: 'ttl', effective_policy_definition: { 'message-ttl': 1 } }), /ttl sets/],
    ['members_few', queue({ members: ['a'], online: ['a'] }), /has 1 of 3 members/],
    ['queue_without_majority', queue({ online: ['a'] }), /1 of 3 members .* no majority/],
  ])('HND-29 is reported as %s in a sentence', (code, facts, sentence) => {
    const faults = brokerFaults({ ...well, ...facts })
    expect(faults.find((fault) => fault.code === code)?.sentence).toMatch(sentence)
  })

  it('HND-29 grows a queue by running nodes that have none of it, up to three', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((name) => nodeOf(name, { running: name !== 'b' }))
    const faults = brokerFaults({ ...well, nodes, ...queue({ members: ['a'], online: ['a'] }) })
    const growing = faults.flatMap(({ mend }) => (mend?.kind === 'grow' ? [mend] : []))
    expect(growing).toEqual([{ kind: 'grow', queue: first.name, nodes: ['c', 'd'] }])
  })
})
