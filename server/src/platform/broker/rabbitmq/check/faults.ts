import { PLUGINS } from '../management.ts'
import { MEMBERS } from '../queues.ts'
import type { Facts } from './facts.ts'
import type { BrokerFault } from './fault.ts'
import { queueFaults } from './queue-faults.ts'

function nodeFaults({ nodes }: Facts): BrokerFault[] {
  const faults: BrokerFault[] = []
  const running = nodes.filter((node) => node.running)
  const down = nodes.filter((node) => !node.running)
  if (2 * running.length <= nodes.length)
    faults.push({
      ...{ code: 'no_majority', of: 'cluster' },
      sentence: `Only ${running.length} of ${nodes.length} nodes run, which is no majority: nothing is accepted or stored. Start the others.`,
    })
  for (const { name } of down)
    faults.push({
      ...{ code: 'node_down', of: name },
      sentence: `${name} is down: start it, or take it out for good with rabbitmqctl forget_cluster_node ${name}.`,
    })
  for (const { name, mem_alarm, disk_free_alarm, partitions, enabled_plugins } of running) {
    const lacking = enabled_plugins ? PLUGINS.filter((plugin) => !enabled_plugins.includes(plugin)) : []
    if (lacking.length > 0)
      faults.push({
        ...{ code: 'plugin_missing', of: name },
        sentence: `${name} lacks a plug-in: run rabbitmq-plugins enable ${lacking.join(' ')} there.`,
      })
    if (mem_alarm || disk_free_alarm)
      faults.push({
        ...{ code: 'alarm', of: name },
        sentence: `${name} is short of ${[mem_alarm && 'memory', disk_free_alarm && 'disk'].filter(Boolean).join(' and ')}: the whole cluster accepts no messages.`,
      })
    if (partitions.length > 0)
      faults.push({
        ...{ code: 'partition', of: name },
        sentence: `${name} was cut off from ${partitions.join(', ')}: restart the nodes that few others can see.`,
      })
  }
  if (nodes.length > 1 && nodes.length < MEMBERS)
    faults.push({
      ...{ code: 'two_nodes', of: 'cluster' },
      sentence: `A cluster of ${nodes.length} nodes stops when either does: add a third.`,
    })
  return faults
}

function userFaults({ user, vhost, permission, hasEvents }: Facts): BrokerFault[] {
  const faults: BrokerFault[] = []
  const all = ['configure', 'write', 'read'] as const
  const denied = permission ? all.filter((right) => ['', '^$'].includes(permission[right])) : all
  if (denied.length > 0)
    faults.push({
      ...{ code: 'permission_missing', of: user },
      sentence: `${user} may not ${denied.join(', ')} in the virtual host ${vhost}.`,
      mend: { kind: 'permit', user },
    })
  if (!hasEvents)
    faults.push({
      ...{ code: 'events_missing', of: vhost },
      sentence: `There is no exchange amq.rabbitmq.event in ${vhost}: set event_exchange.vhost in rabbitmq.conf and enable rabbitmq_event_exchange.`,
    })
  return faults
}

/** Lists everything that is wrong, the gravest first. */
export const brokerFaults = (facts: Facts): BrokerFault[] => [
  ...nodeFaults(facts),
  ...userFaults(facts),
  ...queueFaults(facts),
]
