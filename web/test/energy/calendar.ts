import type { Calendar, CalendarDay } from '@kellersonne/contract/energy/calendar'
import { daysOf } from '@kellersonne/core/energy/charts'
import { serialNumber } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { nextPeriod } from '@kellersonne/core/time/periods'

export const nothing = {
  pv: null,
  import: null,
  feed_in: null,
  charge: null,
  discharge: null,
  house: null,
  self_sufficiency: null,
  self_consumption: null,
  measured: null,
  imported: null,
}

/** Totals of a sunny day. */
export const sunny = {
  pv: 44_800,
  import: 0,
  feed_in: 21_600,
  charge: 12_800,
  discharge: 4300,
  house: 14_700,
  self_sufficiency: 100,
  self_consumption: 51,
  measured: 100,
  imported: 0,
}

type WireDay = Calendar['days'][number]

/** A message of L2, raised at noon in Berlin. */
export function message(
  day: string,
  more: Partial<WireDay['messages'][number]> = {},
): WireDay['messages'][number] {
  const sn = serialNumber('1002')
  if (sn === null) throw new Error('no serial number')
  const raised_at = `${day}T10:00:00Z`
  return { sn, code: 'na_schutz', severity: 'warn', raised_at, resolved_at: null, ...more }
}

/** A month in which every day until `today` was sunny, except the given ones. */
export function calendar(
  sn: Calendar['sn'],
  from: string,
  today: string,
  days: Readonly<Record<string, Partial<CalendarDay>>> = {},
): Calendar {
  const first = `${from.slice(0, 7)}-01` as Day
  return {
    sn,
    time_zone: 'Europe/Berlin',
    month: from.slice(0, 7),
    days: daysOf({ from: first, until: nextPeriod(first, 'month') }).map((day) => ({
      day,
      ...(day <= today ? sunny : nothing),
      messages: [],
      updates: [],
      ...days[day],
    })),
    total: { ...sunny, pv: 560_000, self_sufficiency: 91 },
    energy_gaps: [],
  }
}
