import { topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Client, Subscription } from 'aedes'
import { downTopics } from './topics.ts'

/** In SUBACK, instead of a QoS. */
const FAILED = 128

/** True if a topic is among the subscriptions that were granted: Aedes tells of those that failed, too. */
export const hasGranted = (answered: readonly Subscription[], topic: string): boolean =>
  answered.some((one) => one.topic === topic && Number(one.qos) !== FAILED)

/**
 * Returns what grants subscriptions of connections: the subscription; null for one that fails; undefined for a topic that is not this
 * unit's to hear. A connection has one QoS for a topic, that of its first subscription to it: Aedes loses sight of a subscription with
 * another one that comes while an UNSUBSCRIBE is under way, and delivers to it for as long as the process runs.
 */
export function openSubscriptions() {
  const first = new WeakMap<Client, Map<string, Subscription['qos']>>()
  return (client: Client, sn: SerialNumber | undefined, asked: Subscription) => {
    const { topic, qos } = asked
    if (!sn || downTopics.every((name) => topics[name].of(sn) !== topic)) return undefined
    const known = first.get(client) ?? new Map<string, Subscription['qos']>()
    first.set(client, known)
    if (!known.has(topic)) known.set(topic, qos)
    return known.get(topic) === qos ? asked : null
  }
}
