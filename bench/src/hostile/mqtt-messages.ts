import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_PACKET_BYTES, type TopicName } from '@kellersonne/contract/telemetry/device'
import { generate } from 'mqtt-packet'
import { reading } from '../lib/reading.ts'
import { report, spread } from '../lib/report.ts'
import { connectUnit, type Unit } from '../lib/unit.ts'
import { longestHold, type Stand } from './stand.ts'

const TIMES = 8
const ROOM = MAX_PACKET_BYTES - 64
const MAX_HOLD_MS = 100
const PIECE_MS = 300

const filled = (start: string, part: (index: number) => string, end: string) => {
  const parts: string[] = []
  for (let left = ROOM - start.length - end.length; ; ) {
    const next = part(parts.length)
    left -= next.length
    if (left < 0) return start + parts.join('') + end
    parts.push(next)
  }
}
const now = () => new Date().toISOString()
const state = (more: string) => `{"at":"${now()}","status":"on",${more}`
const backlog = (one: (index: number) => object) =>
  JSON.stringify(Array.from({ length: 100 }, (_, i) => one(i)))
const readingOf = (i: number) => reading(i, Date.now() - i * 10_000)

type Worst = {
  readonly name: string
  readonly topic: Exclude<TopicName, 'command'>
  readonly payload: string
}

/** The worst payloads that fit into 64 KiB. */
const worst: readonly Worst[] = [
  { name: 'brackets, deep', topic: 'reading', payload: '['.repeat(ROOM) },
  { name: 'objects, deep', topic: 'state', payload: filled('', () => '{"a":', '') },
  { name: 'seven deep, wide', topic: 'reading', payload: filled('[0', () => ',[[[[[[1]]]]]]', ']') },
  { name: 'a list of numbers', topic: 'reading', payload: filled('[0', () => ',0', ']') },
  { name: 'a list of texts', topic: 'reading', payload: filled('[""', () => ',""', ']') },
  { name: 'an object of many names', topic: 'reading', payload: filled('{"a":0', (i) => `,"${i}":0`, '}') },
  {
    name: 'the same name again and again',
    topic: 'reading',
    payload: filled('{"at":0', () => ',"at":0', '}'),
  },
  {
    name: 'versions',
    topic: 'state',
    payload: filled(state('"versions":{"a":"1"'), (i) => `,"${i}":"1"`, '}}'),
  },
  { name: 'flags', topic: 'state', payload: filled(state('"message1":["a"'), () => ',"a"', ']}') },
  { name: 'flags that are none', topic: 'state', payload: filled(state('"message2":[0'), () => ',0', ']}') },
  { name: 'errors', topic: 'state', payload: filled(state('"errors":[{}'), () => ',{"at":0}', ']}') },
  { name: 'sensors', topic: 'state', payload: filled(state('"sensors":[{}'), () => ',{"name":""}', ']}') },
  { name: 'a backlog of a hundred', topic: 'reading', payload: backlog(readingOf) },
  {
    name: 'a hundred that are all wrong',
    topic: 'reading',
    payload: backlog(() => ({ at: 'x'.repeat(500), sn: [], soc: {} })),
  },
  {
    name: 'a hundred with fields unknown',
    topic: 'reading',
    payload: backlog((i) => ({ ...readingOf(i), x: '"'.repeat(150) })),
  },
  { name: 'a long time', topic: 'reading', payload: filled('{"at":"2026-06-18T09:42:10.', () => '9', 'Z"}') },
  {
    name: 'a placeholder without end',
    topic: 'state',
    payload: filled(state('"errors":[{"code":1,"at":"2000-0-0 0:0:0.'), () => '0', '"}]}'),
  },
  { name: 'a long number', topic: 'reading', payload: filled('{"at":', () => '9', '}') },
  { name: 'a number of many decimals', topic: 'reading', payload: filled('{"soc":0.', () => '3', '}') },
  { name: 'a long text', topic: 'outcome', payload: filled('{"id":"', () => 'x', '"}') },
  { name: 'escapes', topic: 'outcome', payload: filled('{"id":"', () => String.raw`\u0000`, '"}') },
  { name: 'quotes', topic: 'online', payload: '"'.repeat(ROOM) },
  { name: 'no UTF-8', topic: 'online', payload: '\uD800'.repeat(ROOM / 3) },
]

/** As many packets without content as fit into one chunk. */
const pieces = [
  { name: '32 000 pings at once', bytes: Buffer.alloc(64_000, Buffer.from([0xc0, 0])) },
  {
    name: 'topics that are given up',
    bytes: generate({
      cmd: 'unsubscribe',
      messageId: 1,
      unsubscriptions: Array.from({ length: 1300 }, () => 'x'),
    }),
  },
]

const received = (unit: Unit, { topic, payload }: Worst) =>
  new Promise<void>((done) => unit.publish(payload, done, topic))

/** Sends each payload several times and reports the longest block of the event loop: no message may delay others. */
export async function mqttMessages(stand: Stand): Promise<void> {
  const [attacker, silent] = stand.hostile
  if (!attacker || !silent) throw new Error('there is no unit')
  const unit = await connectUnit(stand.ports.mqtt, attacker.sn)
  const sane: Worst = { name: 'a reading', topic: 'reading', payload: JSON.stringify(readingOf(0)) }
  const holdOf = async (act: () => Promise<void>) => {
    await longestHold(stand)
    await act()
    return longestHold(stand)
  }
  const holds = new Map<string, number[]>()
  for (let round = 0; round <= TIMES; round += 1) {
    const all = [
      ...[sane, ...worst].map((message) => ({ name: message.name, act: () => received(unit, message) })),
      ...pieces.map(({ name, bytes }) => ({
        name,
        async act() {
          const other = await connectUnit(stand.ports.mqtt, silent.sn)
          await other.write(bytes)
          await sleep(PIECE_MS)
          other.cut()
        },
      })),
    ]
    for (const { name, act } of all) {
      const hold = await holdOf(act)
      if (round > 0) holds.set(name, [...(holds.get(name) ?? []), hold])
    }
  }
  unit.end()
  const figures = [...holds].map(([name, times]) => ({
    name: `${name}, longest hold`,
    value: Math.max(...times),
    unit: 'ms',
    note: spread(times),
    ...(name !== sane.name && { target: { atMost: MAX_HOLD_MS } }),
  }))
  report(
    `hostile: the event loop while a unit says the worst that 64 KiB can hold, each ${TIMES} times`,
    figures,
  )
}
