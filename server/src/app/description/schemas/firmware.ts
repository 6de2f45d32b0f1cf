import { hasUpdate } from '@kellersonne/contract/firmware/status'
import {
  consent,
  flightPlan,
  getUpdate,
  listUpdates,
  part,
  receipt,
  turn,
} from '@kellersonne/contract/firmware/updates'
import type { Fields, NamedSchemas } from '../../../platform/http/openapi/description.ts'
import { within } from './energies.ts'

const ofPart: Fields = {
  chip: 'The chip: `bms`, `inverter`, `gateway` …',
  from: 'Its version before; null if the unit had not reported it.',
  to: 'The version that it gets.',
  size: 'Size of the image, bytes.',
  sha256: 'SHA-256 of the image, hexadecimal.',
}
const check = (what: string) => `Whether ${what}; null = not known.`

export const firmware: NamedSchemas = {
  UpdateStatus: {
    schema: hasUpdate,
    description:
      'Whether a system has an update, and how far it is. `update_waiting` distinguishes one that waits for the unit from one that is offered.',
    fields: {
      new_update: 'Whether an update can be installed or is being installed.',
      update_started: 'Whether a chip is being updated; `false` while the update waits for the unit.',
      update_waiting:
        'Whether its owner has started an update, and the unit has not begun with the chip whose turn it is.',
      page: 'How far the current chip is, %: 0 to 100, or -1 if the update was interrupted and its owner has not seen that.',
      total_updates: 'How many chips the update has.',
      updates: 'The chips of the update.',
    },
  },
  SystemUpdate: {
    schema: getUpdate.response,
    description:
      'All about a system’s update. To be asked again whenever the live stream announces the system.',
    fields: {
      sn: 'The system.',
      service: 'Origin of the update service.',
      versions: 'By chip, the version of its firmware.',
      status: 'Its state.',
      plan: 'What would be installed.',
      last: 'The update that is under way (`outcome` is `running`), or was the last; null if there was none.',
    },
  },
  FlightPlan: {
    schema: flightPlan,
    description:
      'What an update needs to succeed, as advice: no check refuses a start. And what it installs.',
    fields: {
      checks: 'What the update needs.',
      'checks.online': 'Whether the unit is connected.',
      'checks.switched_off': check('the unit’s main switch is off'),
      'checks.update_mode': check('the unit shows its update mode'),
      'checks.charged': check('the state of charge is high enough'),
      ready: 'Whether all checks are `true`.',
      parts: 'The chips in the order of their turns; empty if nothing is offered.',
      ...within('parts', {
        ...ofPart,
        notes: 'What is new.',
        'notes.de': 'In German.',
        'notes.en': 'In English.',
        changes: 'What will change for the owner; null if nothing does.',
        'changes.de': 'In German.',
        'changes.en': 'In English.',
        usual: 'How long it took other units; null if there are too few samples.',
        'usual.ms': 'From the first byte to the end of the installation, ms.',
        'usual.samples': 'How many installations that is from.',
      }),
    },
  },
  UpdatePart: { schema: part, description: 'A chip and the version that it gets.', fields: ofPart },
  ChipTurn: {
    schema: turn,
    description: 'A chip’s turn in an update. Times that have not come are null.',
    fields: {
      ...ofPart,
      state:
        '`waiting` for the unit, `started` downloading or installing, `installed` until the unit is switched on again, then `finished`, `interrupted` or `cancelled`; null before its turn.',
      reason:
        'Why it was interrupted: `not_started`: the unit never began; `silent`: no sign of life; `too_slow`; `not_switched_on`: installed, but never switched on again; `failed`, `refused`: by the unit; `not_downloaded`: it reported completion without having read the image; `withdrawn`: its version was withdrawn before the unit had it. null if it was not.',
      details: 'The unit’s own last messages, not for translation.',
      begun_at: 'When its turn came.',
      started_at: 'When the unit began.',
      installed_at: 'When the image was in the chip.',
      ended_at: 'When its turn ended.',
      heard_at: 'When the unit last made contact.',
      deadline: 'When it counts as interrupted unless it moves before.',
    },
  },
  UpdateReceipt: {
    schema: receipt,
    description: 'An update from its start: its state, and once it has ended its receipt.',
    fields: {
      id: 'Names the update for `acknowledgeUpdate`.',
      sn: 'The system.',
      by: 'E-mail address of who started it; null if that was a previous owner.',
      asked_at: 'When it was started.',
      ended_at: 'When it ended; null while it is under way.',
      outcome: '`running`, or how it ended; `partly`: some chips have their new version, others do not.',
      seen: 'Whether its owner has been shown how it ended.',
      parts: 'The chips in the order of their turns.',
      consent: 'What the owner agreed to; null if none is on record.',
    },
  },
  Consent: {
    schema: consent,
    description: 'What an owner agreed to, when, and in which words.',
    fields: {
      id: 'Names the consent.',
      sn: 'The system.',
      at: 'When they agreed.',
      language: 'The language of the wording.',
      wording: 'The whole text.',
      parts: 'The chips and versions.',
    },
  },
  UpdatePage: {
    schema: listUpdates.response,
    description: 'Ten updates.',
    fields: { total: 'How many updates all pages have.', updates: 'The newest first.' },
  },
}
