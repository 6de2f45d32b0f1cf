import type { Packet } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { rewriting, type Tampering } from './proxy.ts'
import { type Fault, tested } from './simulated-unit.ts'

/** Only ends the wait for what never comes. */
const DEADLINE_MS = 1500

const connect = (change: (packet: Packet & { cmd: 'connect' }) => Packet): Tampering => ({
  fromUnit: (packet) => (packet.cmd === 'connect' ? change(packet) : packet),
})
const sending = (...args: Parameters<typeof rewriting>): Tampering => ({ fromUnit: rewriting(...args) })
const hearing = (...args: Parameters<typeof rewriting>): Tampering => ({ toUnit: rewriting(...args) })
const publishing = (change: (packet: Packet & { cmd: 'publish' }) => Packet | null): Tampering => ({
  fromUnit: (packet) => (packet.cmd === 'publish' ? change(packet) : packet),
})
const minus = (value: unknown, less: number) => (typeof value === 'number' ? value - less : value)
const hourLate = (message: Record<string, unknown>) => ({
  ...message,
  at: new Date(Date.parse(String(message['at'])) - 3_600_000).toISOString(),
})
let [falling, given, connects] = [1e6, 0, 0]

const faults: readonly (readonly [only: string, rule: RegExp, what: string, fault: Fault])[] = [
  [
    'sign-in',
    /client id and user name/,
    'has another client id',
    { tampering: connect((p) => ({ ...p, clientId: 'other' })) },
  ],
  ['sign-in', /secret as password/, 'has another secret', { settings: { secret: 'other' } }],
  ['sign-in', /keep-alive/, 'has no keep-alive', { tampering: connect((p) => ({ ...p, keepalive: 0 })) }],
  ['sign-in', /last will/, 'has no last will', { tampering: connect(({ will, ...p }) => p) }],
  ['sign-in', /connects with MQTT 3.1.1/, 'never connects', { tampering: { fromUnit: () => null } }],
  [
    'sign-in',
    /signs in again/,
    'takes a refusal as final',
    { tampering: connect((p) => p), prepare: (unit) => setTimeout(() => unit.plug(false), 200) },
  ],
  [
    'topics',
    /subscribes to its commands/,
    'subscribes to nothing',
    { tampering: { fromUnit: (p) => (p.cmd === 'subscribe' ? null : p) } },
  ],
  [
    'topics',
    /subscribes to its commands/,
    'never says that it is online',
    { tampering: sending('/online', () => null) },
  ],
  [
    'messages.md#state',
    /its state after connecting/,
    'never sends its state',
    { tampering: sending('/state', () => null) },
  ],
  [
    'messages.md#reading',
    /^sends readings/,
    'never sends a reading',
    { tampering: sending('/reading', () => null) },
  ],
  [
    'messages.md#times',
    /by a clock/,
    'has a clock that is an hour late',
    { tampering: sending('/reading', hourLate) },
  ],
  [
    'messages.md#energies',
    /counters that do not fall/,
    'counts down',
    {
      tampering: sending('/reading', (message) => {
        falling -= 10
        return { ...message, energy_wh: { pv: falling } }
      }),
    },
  ],
  [
    'messages.md#reading',
    /signs fit together/,
    'has the grid the wrong way round',
    { tampering: sending('/reading', (m) => ({ ...m, grid_w: -5000, pv_w: 0, battery_w: minus(0, 0) })) },
  ],
  [
    'acknowledgements',
    /again what was not acknowledged$/,
    'forgets what is under way',
    {
      tampering: {
        fromUnit(packet, answer) {
          if (packet.cmd === 'publish' && packet.topic.endsWith('/reading'))
            answer({ cmd: 'puback', messageId: packet.messageId ?? 0 })
          return packet
        },
        toUnit: (packet) => (packet.cmd === 'puback' ? null : packet),
      },
    },
  ],
  [
    'acknowledgements',
    /measured while offline/,
    'does not measure while offline',
    {
      tampering: {
        fromUnit(packet, answer) {
          // An array is a backlog.
          const isBacklog = packet.cmd === 'publish' && packet.payload.toString().startsWith('[')
          if (isBacklog) answer({ cmd: 'puback', messageId: packet.messageId ?? 0 })
          return isBacklog ? null : packet
        },
      },
    },
  ],
  [
    'commands.md#command',
    /carries out standby/,
    'does not answer',
    { prepare: (unit) => unit.set({ answering: { manner: 'none', reason: '' } }) },
  ],
  [
    'commands.md#command',
    /carries out standby/,
    'does what it is told, but does not show it',
    { tampering: sending('/state', (m) => ({ ...m, status: 'on' })) },
  ],
  [
    'commands.md#command',
    /carries out standby/,
    'never says accepted',
    { tampering: sending('/outcome', (m) => (m['outcome'] === 'accepted' ? null : m)) },
  ],
  [
    'commands.md#command',
    /has expired/,
    'does not look at the time',
    { tampering: hearing('/command', (m) => ({ ...m, expires_at: '2099-01-01T00:00:00Z' })) },
  ],
  [
    'commands.md#command',
    /does not know/,
    'guesses what a command means',
    { tampering: hearing('/command', (m) => (m['command'] === 'dance' ? { ...m, command: 'standby' } : m)) },
  ],
  [
    'commands.md#command',
    /each id once/,
    'does what it is told as often as it is told',
    {
      tampering: {
        toUnit: rewriting('/command', (message) => {
          given += 1
          return { ...message, id: `${message['id']}#${given}` }
        }),
        fromUnit: rewriting('/outcome', (message) => ({
          ...message,
          id: String(message['id']).split('#')[0],
        })),
      },
    },
  ],
  [
    'commands.md',
    /outcome again/,
    'forgets its outcomes',
    {
      tampering: {
        fromUnit(packet, answer) {
          if (packet.cmd === 'publish' && packet.topic.endsWith('/outcome'))
            answer({ cmd: 'puback', messageId: packet.messageId ?? 0 })
          return packet
        },
        toUnit: (packet) => (packet.cmd === 'puback' ? null : packet),
      },
    },
  ],
  [
    'commands.md',
    /one final outcome/,
    'contradicts itself',
    { prepare: (unit) => unit.set({ answering: { manner: 'contradictory', reason: 'stopped' } }) },
  ],
  [
    'messages.md',
    /flag in its list/,
    'has a flag in the wrong list',
    { tampering: sending('/state', (m) => ({ ...m, message1: ['relay'] })) },
  ],
  [
    'messages.md',
    /can be compared/,
    'has versions that cannot be compared',
    { tampering: sending('/state', (m) => ({ ...m, versions: { bms: 'v2' } })) },
  ],
  [
    'firmware.md#poll',
    /polls with its secret/,
    'does not poll',
    { settings: { updatesUrl: 'http://127.0.0.1:9' } },
  ],
  [
    'messages.md#online',
    /leaves before/,
    'leaves without a word',
    { tampering: sending('/online', (m) => (m['online'] === false ? null : m)) },
  ],
  [
    'messages.md',
    /messages as described/,
    'sends a reading that is out of range',
    { tampering: sending('/reading', (m) => ({ ...m, soc: 101 })) },
  ],
  [
    'messages.md',
    /messages as described/,
    'publishes elsewhere',
    { tampering: publishing((p) => (p.topic.endsWith('/online') ? { ...p, topic: 'elsewhere' } : p)) },
  ],
  [
    'messages.md',
    /messages as described/,
    'changes a reading under the same time',
    { tampering: sending('/reading', (m) => ({ ...m, at: '2026-11-22T09:00:20Z', soc: Math.random() })) },
  ],
  ['firmware.md', /installs and reports/, 'trusts another key', { settings: { firmwareKey: null } }],
  [
    'connection.md',
    /comes back after a break/,
    'stays away once it was cut off',
    {
      tampering: {
        fromUnit(packet) {
          // Two sign-ins are refused first.
          if (packet.cmd === 'connect') connects += 1
          return connects > 3 ? null : packet
        },
      },
    },
  ],
  [
    'commands.md#command',
    /no command at all/,
    'breaks down over what is no command',
    {
      tampering: {
        toUnit(packet, cut) {
          if (packet.cmd === 'publish' && packet.payload.length === 0) cut()
          return packet
        },
      },
    },
  ],
  [
    'firmware.md',
    /shows update mode/,
    'does not show update mode',
    { tampering: sending('/state', (m) => ({ ...m, display: 'normal' })) },
  ],
  [
    'firmware.md',
    /reports success once/,
    'goes on running the old version',
    {
      tampering: sending('/state', (m) => ({ ...m, versions: { bms: '2.4.0' } })),
      // A download that breaks several times takes longer.
      test: { handsMs: 10_000 },
    },
  ],
]

it.each(faults)('UNT-03 finds in %s by the rule %s a unit that %s', async (only, rule, _, fault) => {
  const results = await tested({ only, deadlineMs: DEADLINE_MS, handsMs: DEADLINE_MS, ...fault.test }, fault)
  const found = results.filter((result) => rule.test(result.rule))
  expect(found.map(({ verdict }) => verdict)).toEqual([rule.source.includes('polls') ? 'untried' : 'wrong'])
})
