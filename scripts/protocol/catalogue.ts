import { type CommandName, commandNames, initialProgress, next } from '@kellersonne/core/control/commands'
import { type Flag, flagNames, flags } from '@kellersonne/core/messages/messages'
import { type StorageStatus, storageStatuses } from '@kellersonne/core/systems/systems'

/** When a unit sends a flag. */
const whenActive: Record<Flag, string> = {
  relay: 'The grid relay did not switch.',
  i: 'The current is too high for long.',
  i2: 'The current is far above the limit; the third and highest level.',
  i1: 'The current is a little too high; the first level.',
  hw: 'A component has failed.',
  bat: 'The battery reports an error; its number is in `errors`.',
  u: 'The grid voltage is outside the permitted range.',
  sv: 'The supply voltage of the controller is wrong.',
  na_schutz: 'The grid and plant protection has disconnected the unit.',
  sm1: 'Safe mode 1.',
  sm2: 'Safe mode 2, the stricter one.',
  wait60: 'The unit monitors the grid for 60 s before it connects.',
  sm_test: 'A self test is running.',
  m: 'General notice.',
  ein: 'The unit is switched on.',
  aus: 'The unit is switched off.',
}

const statuses: Record<StorageStatus, string> = {
  connected: 'Connected to the grid, but not at work yet, such as while `wait60` is active.',
  standby: 'Ready, neither charging nor discharging.',
  on: 'At work.',
  off: 'Switched off, by its main switch or by a command.',
}

const orders: Record<CommandName, { does: string; done: string; refuse: string }> = {
  on: {
    does: 'Connects to the grid, after it has monitored it for 60 s (`wait60`), and works.',
    done: 'it works',
    refuse: '`main_switch_off`',
  },
  off: { does: 'Disconnects from the grid and stops.', done: 'it has stopped', refuse: '`main_switch_off`' },
  standby: {
    does: 'Neither charges nor discharges, but stays ready.',
    done: 'it rests',
    refuse: '`main_switch_off`',
  },
  self_test: {
    does: 'Interrupts its work and tests itself; `sm_test` is active meanwhile.',
    done: 'the test has ended',
    refuse:
      '`main_switch_off`; `not_on` unless the status is `on`; `stopped` while a flag that stops it is active',
  },
  calibrate: {
    does: 'Charges the battery to 100 % once, from the grid too, and measures it anew (`battery_status` `calibrating`).',
    done: 'the calibration has begun',
    refuse: 'as `self_test`',
  },
}

/** Minutes that a unit has for a command that it has accepted. */
function minutesFor(name: CommandName): number {
  const at = new Date(0)
  const progress = next(name, initialProgress(at), { kind: 'accepted', at })
  return 'deadline' in progress ? progress.deadline.getTime() / 60_000 : 0
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Tables of the values that have a meaning of their own. */
export const catalogue = () => ({
  flags: table(
    ['flag', 'list', 'on the display', 'severity', 'stops the unit', 'active while'],
    flagNames.map((name) => {
      const { group, display, severity, stops } = flags[name]
      return [`\`${name}\``, `\`${group}\``, display, severity, stops ? 'yes' : 'no', whenActive[name]]
    }),
  ),
  statuses: table(
    ['`status`', 'meaning'],
    storageStatuses.map((name) => [`\`${name}\``, statuses[name]]),
  ),
  commands: table(
    ['`command`', 'what the unit does', '`done` as soon as', 'at most', 'refused with'],
    commandNames.map((name) => {
      const { does, done, refuse } = orders[name]
      return [`\`${name}\``, does, done, `${minutesFor(name)} min`, refuse]
    }),
  ),
})
