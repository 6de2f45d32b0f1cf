import { type OutcomeMessage, type StateMessage, topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { MqttMessage } from './link.ts'

/** A unit's state without its instant. */
export type State = Omit<StateMessage, 'at'>

/** `at`: ms UTC. */
export const stateMessage = (sn: SerialNumber, state: State, at: number): MqttMessage => ({
  topic: topics.state.of(sn),
  payload: JSON.stringify({ at: new Date(at).toISOString(), ...state } satisfies StateMessage),
})
export const onlineMessage = (sn: SerialNumber, online: boolean): MqttMessage => ({
  topic: topics.online.of(sn),
  payload: JSON.stringify({ online }),
})
export const outcomeMessage = (sn: SerialNumber, outcome: OutcomeMessage): MqttMessage => ({
  topic: topics.outcome.of(sn),
  payload: JSON.stringify(outcome),
})
