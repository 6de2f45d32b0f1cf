// How soon findings name faults that are planted into recorded households with a simulated battery, and how often they are
// wrong. RECORDINGS names a folder of CSV files.

import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { seeded } from '../lib/random.ts'
import { type Figure, report } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'
import { households } from './recordings.ts'
import { type FaultName, faults } from './watchdog/faults.ts'
import {
  FIRST_DAY,
  type House,
  houseOf,
  LATER_DAYS,
  plantable,
  untouched,
  whenNamed,
} from './watchdog/rounds.ts'

const TIME_ZONE = process.env['RECORDINGS_TIME_ZONE'] ?? 'Europe/Berlin'
const DATES = 40
const SOON_DAYS = 3
const SEED = 7
const YEAR_DAYS = 365
/** Constants were chosen with this recording; the others judge them. */
const CHOSEN_WITH = 'residential1'

const folder = process.env['RECORDINGS']
const found = folder === undefined ? [] : await households(folder, TIME_ZONE)
const whole = found.filter(({ pv, load }) => pv.size > 0 && load.size > 0)
if (whole.length === 0) {
  console.error('RECORDINGS must name a folder of recorded households with PV and load.')
  process.exit(1)
}

const percent = (some: number, all: number) => (all === 0 ? Number.NaN : (100 * some) / all)

function planted(house: House): Figure[] {
  const random = seeded(SEED)
  const days = plantable(house)
  const dates = Array.from({ length: DATES }, () => days[Math.floor(random() * days.length)] ?? FIRST_DAY)
  return (Object.keys(faults) as FaultName[]).map((name) => {
    const named = dates.map((day) => whenNamed(house, name, day)).filter((one) => one !== null)
    const moving = named.filter((one) => one.moving <= SOON_DAYS).length
    return {
      ...{ name, unit: '%', target: { atLeast: 90 } },
      value: percent(named.filter(({ days }) => days <= SOON_DAYS).length, dates.length),
      note: `median ${median(named.map(({ hours }) => hours))} h, by nights alone ${24 * median(named.map(({ days }) => days))} h; ${percent(moving, dates.length).toFixed(0)} % in ${SOON_DAYS} days of use, ${percent(named.length, dates.length).toFixed(0)} % in ${LATER_DAYS} days`,
    }
  })
}

for (const household of whole) {
  const house = houseOf(household, TIME_ZONE)
  const { alarms, unknown, nights, looks, ms } = untouched(house)
  const atNight = alarms.filter(({ at }) => at === 'night')
  const first = household.days[0] ?? dayOf(new Date(), TIME_ZONE)
  const reported = alarms.map(({ name, day, at }) => `${name} on ${dayAfter(first, day)} (${at})`)
  const title = household.name.includes(CHOSEN_WITH) ? ', with which constants were chosen' : ''
  report(
    `watchdog: ${household.name}${title}: rightly named within ${SOON_DAYS} days`,
    [
      ...planted(house),
      {
        ...{ name: 'false alarms a system-year', unit: '', target: { atMost: 1 } },
        value: (atNight.length * YEAR_DAYS) / nights,
        note: `${nights} nights; ${reported.join(', ') || 'none'}`,
      },
      {
        ...{ name: 'false alarms a system-year by hours', unit: '', target: { atMost: 1 } },
        value: ((alarms.length - atNight.length) * YEAR_DAYS) / nights,
        note: `of ${nights} days, ${looks.read} were read and ${looks.judged} judged`,
      },
      { name: 'a night, of the CPU', value: ms, unit: 'ms', target: { atMost: 20 } },
    ],
    [
      `not judged, of ${nights} nights: ${[...unknown].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    ],
  )
}
