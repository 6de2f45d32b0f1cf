import { outcomePayload, statePayload, topics } from '@kellersonne/contract/telemetry/device'
import { expect } from 'vitest'
import { sn } from './bench.ts'
import type { Broker } from './broker.ts'

const FREQUENT = { interval: 10 }
export const until = (condition: () => boolean) => expect.poll(condition, FREQUENT).toBe(true)

/** What a broker has received from the unit, oldest first. */
export const states = (from: Broker) =>
  from.published(topics.state.of(sn)).map((text) => statePayload.parse(JSON.parse(text)))
export const outcomes = (from: Broker) =>
  from.published(topics.outcome.of(sn)).map((text) => outcomePayload.parse(JSON.parse(text)))
export const online = (from: Broker) => from.published(topics.online.of(sn))
export const instants = (from: Broker) => from.readings(sn).map(({ at }) => at.getTime())
