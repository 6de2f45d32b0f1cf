import { todayBalance } from '@kellersonne/contract/energy/balance'
import { calendar, calendarDay } from '@kellersonne/contract/energy/calendar'
import { chartEvent, getEvents, updatedPart } from '@kellersonne/contract/energy/events'
import type { Fields, NamedSchemas } from '../../../platform/http/openapi/description.ts'
import { correctionValueFields } from './corrections.ts'
import { energies, energyGapFields, flows, within } from './energies.ts'

const measured = 'Share of the quarters so far in which all counters reported, %; null if there is none yet.'
const shares: Fields = {
  house: 'What the house consumed, Wh; null = not known.',
  self_sufficiency: 'Share of the house’s consumption from its own sun, directly or through the battery, %.',
  self_consumption: 'Share of the PV yield that was not fed in, %.',
  measured,
  imported: 'Share of those quarters of which energies were imported, %; null if there is none yet.',
}
const why =
  'Why there is no value: `not_measured`; `contradictory`: more energy left than came; `nothing_drawn`, `no_yield`: there is nothing to take a share of; `origin_unknown`: what was discharged had been charged before the records begin. null if there is a value.'
const explained = (name: string, what: string, inputs: Fields): Fields => ({
  [name]: what,
  [`${name}.value`]: 'The value; null if there is none.',
  [`${name}.why`]: why,
  [`${name}.inputs`]: 'The energies that it is computed from.',
  ...within(`${name}.inputs`, inputs),
})
export const days: NamedSchemas = {
  CalendarMonth: {
    schema: calendar,
    description: 'A month, day by day.',
    fields: {
      sn: 'The system, or -1: all of the caller’s systems combined.',
      time_zone: 'The time zone of the days, by its IANA name.',
      month: 'Year and month: `2026-06`.',
      days: 'Every day of the month.',
      total: 'The whole month.',
      ...within('total', { ...energies, ...shares }),
      energy_gaps: 'Gaps over midnight, whose energies are part of the total and of no day.',
      ...within('energy_gaps', energyGapFields),
    },
  },
  CalendarDay: {
    schema: calendarDay,
    description: 'A day: its energies, and what happened. Values that are not known are null.',
    fields: {
      day: 'The day.',
      ...energies,
      ...shares,
      messages: 'Messages that were raised on that day, without mere states such as "on".',
      'messages.sn': 'The system.',
      'messages.code': 'The message’s code, as in `Message`.',
      'messages.severity': 'How bad it is.',
      'messages.raised_at': 'When it was raised.',
      'messages.resolved_at': 'When it was resolved; null while it is active.',
      updates: 'Updates that ended on that day.',
      'updates.sn': 'The system.',
      'updates.ended_at': 'When the update ended.',
      'updates.parts': 'Its chips.',
    },
  },
  Balance: {
    schema: todayBalance,
    description: 'The energies of today so far, and what follows from them.',
    fields: {
      from: 'Since when it counts: midnight, or when the system became the caller’s.',
      time: 'Until when it counts: now.',
      energies: 'What the counters counted.',
      ...within('energies', energies),
      flows: 'Where the energies came from and went to; null if that is not known.',
      ...within('flows', flows),
      ...explained(
        'house',
        'What the house consumed, Wh: pv + import + discharge − feed_in − charge.',
        energies,
      ),
      ...explained(
        'self_consumption',
        'Share of the PV yield that was not fed in, %: (pv_to_house + pv_to_battery) / pv.',
        { pv_to_house: 'Wh.', pv_to_battery: 'Wh.', pv: 'The yield, Wh.' },
      ),
      ...explained(
        'self_sufficiency',
        'Share of the house’s consumption from its own sun, %: (pv_to_house + battery_to_house × pv_charged / charged) / house.',
        {
          pv_to_house: 'Wh.',
          battery_to_house: 'Wh.',
          pv_charged: 'What PV has charged, today and some days before, Wh.',
          charged: 'All that has charged the battery in that time, Wh.',
          house: 'What the house consumed, Wh.',
        },
      ),
      residual: 'The house’s energy by counters minus the same by powers, Wh; null = not known.',
      measured,
      without: 'Systems without data today, which the total leaves out.',
    },
  },
  EventPage: {
    schema: getEvents.response,
    description: 'The first events of a range.',
    fields: { events: 'The oldest first, at most 500.', more: 'Whether there are more than that.' },
  },
  Event: {
    schema: chartEvent,
    description:
      'What happened at a system. `message`: a fault or state; `offline`: no data of these quarters; `calibration`: the battery was calibrated; `late`: readings of a day came after it was over; `command`; `update`: one that has ended; `correction`: one that the owner has made and not undone.',
    fields: {
      kind: 'What kind of event it is.',
      sn: 'The system.',
      from: 'When it began; null if that was before the system was the caller’s.',
      until: 'When it ended; null if it has not.',
      code: 'The message’s code, as in `Message`.',
      severity: 'How bad it is.',
      count: 'How often it was raised; null if it began before the system was the caller’s.',
      heard_at: 'When the last of the late readings came.',
      command: 'The command that was given.',
      state: 'The state of the command.',
      parts: 'The update’s chips.',
      ...correctionValueFields,
    },
  },
  UpdatedPart: {
    schema: updatedPart,
    description: 'A chip that was to be updated.',
    fields: {
      chip: 'The chip: `bms`, `inverter`, `gateway` …',
      from: 'Its version before; null if the unit had not reported it.',
      to: 'The version that it was to get.',
      installed: 'Whether it got it.',
    },
  },
}
