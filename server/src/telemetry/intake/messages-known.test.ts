import { expect, it } from 'vitest'
import { ago, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { type Item, refused } from './batch.ts'

const { live, reading, state, system, report } = setUpTelemetry()
const refusal = (
  seconds: number,
  reason: 'malformed' | 'over_budget' | 'unstorable' = 'malformed',
  topic = 'state',
): Item => ({
  ...{ kind: 'refusal', system: system().id, receivedAt: ago(seconds), topic, payload: '' },
  ...refused(reason),
})
const isKnown = async () => (await live()).messagesKnown

it.each(['malformed', 'over_budget'] as const)(
  'DSH-09 ENT-07 HND-40 nobody knows what holds once a state was refused as %s, until one is accepted',
  async (reason) => {
    await report(state(ago(600)), reading(ago(5)))
    expect(await isKnown()).toBe(true)
    await report(refusal(300, reason), reading(ago(4)))
    expect(await isKnown()).toBe(false)
    await report(state(ago(200)), refusal(100))
    expect(await isKnown()).toBe(false)
    await report(refusal(50), state(ago(40)))
    expect(await isKnown()).toBe(true)
  },
)

it('DSH-09 ENT-07 a state refused for another reason, and a reading, change nothing', async () => {
  await report(state(ago(600)), refusal(300, 'unstorable'), refusal(200, 'malformed', 'reading'))
  expect(await isKnown()).toBe(true)
})

it('DSH-09 ENT-07 nobody knows what holds while readings come and states do not', async () => {
  await report(state(ago(1000)), reading(ago(100)))
  expect(await isKnown()).toBe(true)
  await report(reading(ago(99)))
  expect(await isKnown()).toBe(false)
  await report(state(ago(98)))
  expect(await isKnown()).toBe(true)
})
