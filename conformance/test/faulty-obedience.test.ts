import { it } from 'vitest'
import { acknowledging, expectFound, type FaultyUnit, rewritingDown, sending } from './faults.ts'
import { rewriting } from './proxy.ts'

let given = 0

const faults: readonly FaultyUnit[] = [
  [
    'commands.md#command',
    /carries out on,/,
    'does not answer',
    { prepare: (unit) => unit.set({ answering: { manner: 'none', reason: '' } }) },
  ],
  [
    'commands.md#command',
    /carries out standby/,
    'obeys, but does not show it',
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
    { tampering: rewritingDown('/command', (m) => ({ ...m, expires_at: '2099-01-01T00:00:00Z' })) },
  ],
  [
    'commands.md#command',
    /does not know/,
    'guesses what a command means',
    {
      tampering: rewritingDown('/command', (m) =>
        m['command'] === 'dance' ? { ...m, command: 'standby' } : m,
      ),
    },
  ],
  [
    'commands.md#command',
    /each id once/,
    'obeys as often as it is asked',
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
      tampering: acknowledging('/outcome'),
    },
  ],
  [
    'commands.md',
    /one final outcome/,
    'contradicts itself',
    { prepare: (unit) => unit.set({ answering: { manner: 'contradictory', reason: 'stopped' } }) },
  ],
  ['firmware.md', /installs and reports/, 'trusts another key', { settings: { firmwareKey: null } }],
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
    { tampering: sending('/state', (m) => ({ ...m, versions: { bms: '2.4.0' } })) },
  ],
]

it.each(faults)('UNT-03 finds in %s by the rule %s a unit that %s', (only, rule, _, fault) =>
  expectFound(only, rule, fault),
)

it('UNT-03 says of a unit that does not poll that its updates were not tried', () =>
  expectFound(
    'firmware.md#poll',
    /polls with its secret/,
    { settings: { updatesUrl: 'http://127.0.0.1:9' } },
    'untried',
  ))
