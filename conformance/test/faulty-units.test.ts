import { it } from 'vitest'
import { acknowledging, connecting, expectFound, type FaultyUnit, publishing, sending } from './faults.ts'

const hourLate = (message: Record<string, unknown>) => ({
  ...message,
  at: new Date(Date.parse(String(message['at'])) - 3_600_000).toISOString(),
})
let [falling, tries, connects] = [1e6, 0, 0]
const earlier = new Date(Date.now() - 3_600_000).toISOString()

const faults: readonly FaultyUnit[] = [
  [
    'sign-in',
    /client id and user name/,
    'has another client id',
    { tampering: connecting((p) => ({ ...p, clientId: 'other' })) },
  ],
  ['sign-in', /secret as password/, 'has another secret', { settings: { secret: 'other' } }],
  ['sign-in', /keep-alive/, 'has no keep-alive', { tampering: connecting((p) => ({ ...p, keepalive: 0 })) }],
  ['sign-in', /last will/, 'has no last will', { tampering: connecting(({ will, ...p }) => p) }],
  ['sign-in', /connects with MQTT 3.1.1/, 'never connects', { tampering: { fromUnit: () => null } }],
  [
    'sign-in',
    /signs in again/,
    'takes a refusal as final',
    {
      tampering: {
        fromUnit(packet) {
          if (packet.cmd === 'connect') tries += 1
          return tries > 1 ? null : packet
        },
      },
    },
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
    { tampering: sending('/reading', (m) => ({ ...m, grid_w: -5000, pv_w: 0, battery_w: 0 })) },
  ],
  [
    'acknowledgements',
    /again what was not acknowledged$/,
    'forgets what is under way',
    {
      tampering: acknowledging('/reading'),
    },
  ],
  [
    'acknowledgements',
    /measured while offline/,
    'does not measure while offline',
    {
      never: /again what was not acknowledged$/,
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
    'messages.md#online',
    /leaves before/,
    'leaves without a word',
    { tampering: sending('/online', (m) => (m['online'] === false ? null : m)) },
  ],
  [
    'messages.md',
    /messages as described/,
    'sends a reading that is out of range',
    { never: /^sends readings/, tampering: sending('/reading', (m) => ({ ...m, soc: 101 })) },
  ],
  [
    'messages.md',
    /messages as described/,
    'publishes elsewhere',
    {
      never: /leaves before/,
      tampering: publishing((p) => (p.topic.endsWith('/online') ? { ...p, topic: 'elsewhere' } : p)),
    },
  ],
  [
    'messages.md',
    /messages as described/,
    'changes a reading under the same time',
    { tampering: sending('/reading', (m) => ({ ...m, at: earlier, soc: Math.random() })) },
  ],
  [
    'connection.md',
    /comes back after a break/,
    'stays away once it was cut off',
    {
      never: /again what was not acknowledged$/,
      tampering: {
        fromUnit(packet) {
          // Two sign-ins are refused first.
          if (packet.cmd === 'connect') connects += 1
          return connects > 3 ? null : packet
        },
      },
    },
  ],
]

it.each(faults)('UNT-03 finds in %s by the rule %s a unit that %s', (only, rule, _, fault) =>
  expectFound(only, rule, fault),
)
