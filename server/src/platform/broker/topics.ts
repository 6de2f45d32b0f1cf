import { type TopicName, topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** Messages to units; each may subscribe to its own. */
export const downTopics = ['command', 'refused', 'forecast'] as const satisfies readonly TopicName[]
export type UpTopic = Exclude<TopicName, (typeof downTopics)[number]>

/** A message of a unit as it arrived. `topic` is null if the packet was too large to be read. */
export type Received = {
  readonly system: number
  readonly sn: SerialNumber
  readonly topic: UpTopic | null
  readonly payload: Buffer
  /** Its length in bytes, if `payload` is not all of it. */
  readonly bytes?: number
  /** When a broker with persistent messages received it, if known. */
  readonly receivedAt?: Date
}

export const upTopics = ['reading', 'state', 'online', 'outcome'] as const satisfies readonly UpTopic[]

/** Returns which of the unit's own topics this is; undefined for any other. */
export const upTopic = (sn: SerialNumber, text: string): UpTopic | undefined =>
  upTopics.find((name) => topics[name].of(sn) === text)
