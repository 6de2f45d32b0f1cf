import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { type Day, dayOf } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { useEffect } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { graphOf } from '../../energy/api/charts.ts'
import { energiesOf } from './periods.ts'

type System = SerialNumber | typeof TOTAL

const HOUR_MS = 3_600_000
/** Jitter, so that not all portals ask when an hour or a day begins. */
const LATER_MS = Math.round(Math.random() * 300_000)

const queryOf = (system: System, date: Day, of: 'month' | 'year') =>
  graphOf({
    ...{ system, date: firstDay(date, of), balance: true },
    ...(of === 'month'
      ? { interval: 'Month' as const, resolution: 'day' as const }
      : { interval: 'Year' as const, resolution: 'month' as const }),
    parts: [{ method: 'sum', series: ['energies', 'load'] }],
  })

/** The energies of the current month and year, by the system's days; refreshed every hour while `live`. `waiting`: not known yet. */
export function usePeriods(system: System, timeZone: string, live: boolean) {
  const today = useNow((now) => dayOf(now, timeZone))
  const hour = useNow((now) => Math.floor((now.getTime() - LATER_MS) / HOUR_MS))
  const month = queryOf(system, today, 'month')
  const year = queryOf(system, today, 'year')
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the hour changes
  useEffect(() => {
    if (!live) return
    void month.refresh()
    void year.refresh()
  }, [month, year, hour, live])
  const [ofMonth, ofYear] = [month.use(), year.use()]
  const energies = ({ value, fault }: typeof ofMonth) => ({
    energies: value && energiesOf(value),
    waiting: live && value === null && fault === null,
  })
  return {
    today,
    month: energies(ofMonth),
    year: energies(ofYear),
    failed: ofMonth.fault !== null || ofYear.fault !== null,
  }
}
