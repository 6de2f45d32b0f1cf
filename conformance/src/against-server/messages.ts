import { MAX_BACKLOG, type RefusedPayload, topics } from '@kellersonne/contract/telemetry/device'
import { MAX_AHEAD_MS, MAX_LATE_MS } from '@kellersonne/core/telemetry/readings'
import { Wrong } from '../report.ts'
import type { Bench } from './bench.ts'
import type { Client } from './client.ts'

const STEP_MS = 10_000
const counters = { pv: 1000, import: 1000, feed_in: 1000, charge: 1000, discharge: 1000 }
const powers = { grid_v: 230, grid_w: 100, pv_w: 200, battery_w: -50, soc: 50, output_w: 150 }

/** What must be stored and acknowledged. */
export async function accepted({ sn, steps, now }: Bench, client: Client) {
  const at = (ms: number) => new Date(now().getTime() - ms).toISOString()
  const reading = { at: at(0), ...powers, energy_wh: counters }
  const backlog = Array.from({ length: MAX_BACKLOG }, (_, i) => ({ ...reading, at: at((i + 1) * STEP_MS) }))
  const state = {
    ...{ at: at(0), status: 'on', battery_status: 'charging', calibration_days: 12, capacity_wh: 5760 },
    ...{ message1: ['wait60'], message2: [], errors: [{ code: 7, at: '2000-0-0 0:0:0' }], display: 'normal' },
    ...{ versions: { bms: '1.0.0' }, sensors: [{ name: 'battery_temperature', value: 21.5, unit: '°C' }] },
  }
  const offset = new Date(now().getTime() + 3_600_000).toISOString().replace('Z', '+01:00')
  const cases: readonly (readonly [string, string, string, unknown])[] = [
    ['messages.md#online', 'online', topics.online.of(sn), { online: true }],
    ['messages.md#state', 'a state', topics.state.of(sn), state],
    ['messages.md#reading', 'a reading', topics.reading.of(sn), reading],
    [
      'messages.md#reading',
      'a reading with one value and a null',
      topics.reading.of(sn),
      { at: at(1), soc: 51, pv_w: null },
    ],
    ['messages.md#times', 'a time with offset', topics.reading.of(sn), { at: offset, soc: 50 }],
    ['messages.md#reading', 'a backlog of 100', topics.reading.of(sn), backlog],
    ['messages.md#reading', 'an empty backlog', topics.reading.of(sn), []],
    ['connection.md#acknowledgements', 'the same backlog again', topics.reading.of(sn), backlog],
    ['messages.md', 'unknown fields', topics.reading.of(sn), { at: at(2), soc: 50, mood: 'good' }],
    [
      'messages.md#state',
      'a state with its flags resolved',
      topics.state.of(sn),
      { ...state, at: at(-1), message1: [] },
    ],
  ]
  for (const [section, what, topic, payload] of cases) {
    await steps.step(section, `acknowledges ${what}`, async (signal) => {
      await client.publish(topic, JSON.stringify(payload), signal)
      return undefined
    })
  }
  await steps.step('connection.md#topics', 'takes a reading at QoS 0', async (signal) => {
    client.throwIn(topics.reading.of(sn), JSON.stringify({ ...reading, at: at(3) }), 0)
    await client.ping(signal)
    return undefined
  })
}

type Expected = Pick<RefusedPayload, 'reason'> & Partial<Pick<RefusedPayload, 'field' | 'limit'>>
/** What is wrong, the topic, the message, and how it must be refused. */
type Case = readonly [what: string, topic: string, message: string, expected: Expected]

/** Messages that must be refused: acknowledged, and reported on the topic `refused`. */
export async function refusals({ sn, steps, now }: Bench, client: Client) {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString()
  const [reading, state, outcome] = [topics.reading.of(sn), topics.state.of(sn), topics.outcome.of(sn)]
  const noSuch = '00000000-0000-4000-8000-000000000000'
  const beyond = (what: string, field: string, value: number, limit: number): Case => [
    ...([what, reading, `{"at":"${at()}","${field}":${value}}`] as const),
    { reason: 'out_of_range', field, limit },
  ]
  const cases: readonly Case[] = [
    ['no JSON', reading, '{"at":', { reason: 'not_json', field: null }],
    ['a reading without at', reading, '{"soc":50}', { reason: 'malformed', field: 'at' }],
    ['a time without zone', reading, `{"at":"${at().slice(0, 19)}"}`, { reason: 'malformed', field: 'at' }],
    ['epoch seconds', reading, '{"at":1781775730}', { reason: 'malformed', field: 'at' }],
    ['a space for T', reading, `{"at":"${at().replace('T', ' ')}"}`, { reason: 'malformed', field: 'at' }],
    ['a number as text', reading, `{"at":"${at()}","pv_w":"12"}`, { reason: 'malformed', field: 'pv_w' }],
    beyond('a state of charge of 101 %', 'soc', 101, 100),
    beyond('a power of −100 001 W', 'grid_w', -100_001, -100_000),
    beyond('a voltage of 501 V', 'grid_v', 501, 500),
    [
      'a counter below zero',
      reading,
      `{"at":"${at()}","energy_wh":{"pv":-1}}`,
      { reason: 'out_of_range', field: 'energy_wh.pv', limit: 0 },
    ],
    [
      'a time in the future',
      reading,
      `{"at":"${at(2 * MAX_AHEAD_MS)}","soc":1}`,
      { reason: 'time_ahead', field: 'at' },
    ],
    [
      'a time too long ago',
      reading,
      `{"at":"${at(-MAX_LATE_MS - 86_400_000)}","soc":1}`,
      { reason: 'time_past', field: 'at' },
    ],
    [
      'another serial number',
      reading,
      `{"at":"${at()}","sn":"${sn}1"}`,
      { reason: 'foreign_sn', field: 'sn' },
    ],
    [
      '101 readings',
      reading,
      JSON.stringify(Array(MAX_BACKLOG + 1).fill({ at: at() })),
      { reason: 'too_many', limit: MAX_BACKLOG },
    ],
    ['brackets nested nine deep', reading, '[[[[[[[[[]]]]]]]]]', { reason: 'malformed', field: null }],
    [
      'an unknown status',
      state,
      `{"at":"${at()}","status":"dancing"}`,
      { reason: 'malformed', field: 'status' },
    ],
    [
      'an error with a broken time',
      state,
      `{"at":"${at()}","status":"on","errors":[{"code":7,"at":"soon"}]}`,
      { reason: 'malformed' },
    ],
    [
      '51 flags',
      state,
      JSON.stringify({ at: at(), status: 'on', message1: Array(51).fill('u') }),
      { reason: 'out_of_range', field: 'message1', limit: 50 },
    ],
    [
      'online that is no boolean',
      topics.online.of(sn),
      '{"online":"yes"}',
      { reason: 'malformed', field: 'online' },
    ],
    [
      'the outcome of no command',
      outcome,
      JSON.stringify({ id: noSuch, outcome: 'done' }),
      { reason: 'unknown_command' },
    ],
  ]
  const reported = new Set<string>()
  for (const [what, topic, payload, expected] of cases) {
    await steps.step('messages.md#what-is-refused', `refuses ${what}`, async (signal) => {
      const start = payload.slice(0, 500)
      await client.publish(topic, payload, signal)
      const message = await client.message(
        'a message on the topic refused',
        ({ topic: to, payload: text }) => {
          if (to !== topics.refused.of(sn) || reported.has(text.toString())) return undefined
          const { data } = topics.refused.payload.safeParse(parsed(text.toString()))
          return data && start.startsWith(data.payload.slice(0, 20))
            ? { ...data, text: text.toString() }
            : undefined
        },
        signal,
      )
      reported.add(message.text)
      const { reason, field, limit } = message
      const odd = Object.entries(expected).find(([name, value]) => value !== { reason, field, limit }[name])
      if (odd) throw new Wrong(`${odd[0]} should be ${odd[1]}: ${JSON.stringify({ reason, field, limit })}`)
      return reason
    })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
