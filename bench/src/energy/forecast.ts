// Errors and bands of the forecasts on recorded households: RECORDINGS names a folder of CSV files of 15, 30 or 60 minutes.

import type { Day } from '@kellersonne/core/time/days'
import { report } from '../lib/report.ts'
import { figuresOf, means, type Walked } from './forecast/figures.ts'
import { kinds } from './forecast/kinds.ts'
import { ratio } from './forecast/summary.ts'
import { correlationOf, type Noise, weatherOf } from './forecast/synthetic.ts'
import { walk } from './forecast/walk.ts'
import { type Household, households } from './recordings.ts'

const TIME_ZONE = process.env['RECORDINGS_TIME_ZONE'] ?? 'Europe/Berlin'
/** What a good and a poor provider err by, and the error that is wanted with each. */
const providers: readonly { name: string; noise: Noise; atMost: number }[] = [
  { name: 'a good provider', noise: { day: 0.15, hour: 0.12 }, atMost: 0.6 },
  { name: 'a poor provider', noise: { day: 0.33, hour: 0.15 }, atMost: 0.8 },
]
/** Common days of two plants that are enough to judge by. */
const FEWEST_DAYS = 150

const folder = process.env['RECORDINGS']
if (folder === undefined) {
  console.error('RECORDINGS must name a folder of recorded households.')
  process.exit(1)
}
const found = await households(folder, TIME_ZONE)
if (found.length === 0) {
  console.error('RECORDINGS names a folder without recorded households.')
  process.exit(1)
}

const walked: Record<keyof typeof kinds, Walked[]> = { pv: [], load: [] }
for (const household of found)
  for (const kind of ['pv', 'load'] as const) {
    if (![...household[kind].values()].some((day) => day.some((power) => power !== null))) continue
    const began = performance.now()
    const one = walk(household[kind], household.days, kinds[kind], TIME_ZONE)
    walked[kind].push(one)
    const ms = (performance.now() - began) / household.days.length
    report(
      `forecast: ${household.name}, ${kind}: errors as ratios; below 1 is better`,
      figuresOf(kind, one),
      [`${ms.toFixed(0)} ms a day: five forecasts, and what is learnt from five.`],
    )
  }

/** The days of a household for which another plant serves as the weather. */
function commonDays({ days }: Household, other: Household): readonly Day[] {
  const otherDays = new Set(other.days)
  return days.filter((day) => otherDays.has(day))
}

function withWeather(household: Household, noise: Noise) {
  const others = found.filter((other) => other !== household && other.pv.size > 0)
  const [other] = others.toSorted((a, b) => commonDays(household, b).length - commonDays(household, a).length)
  if (!other || household.pv.size === 0) return null
  const days = commonDays(household, other)
  const weather = days.length < FEWEST_DAYS ? null : weatherOf(other.pv, days, TIME_ZONE, noise)
  const [first] = days
  if (!weather || first === undefined) return null
  return {
    one: walk(household.pv, days, kinds.pv, TIME_ZONE, weather),
    correlation: correlationOf(household.pv, weather(new Date()).weather, TIME_ZONE),
  }
}

for (const { name, noise, atMost } of providers) {
  const all = found.flatMap((household) => {
    const one = withWeather(household, noise)
    return one ? [{ ...one, household }] : []
  })
  if (all.length === 0) continue
  const ratios = all.map(({ one }) => ratio(one.get('midnight') ?? []))
  report(`forecast: PV with weather of another plant of the town, as from ${name}`, [
    ...all.flatMap(({ household, one, correlation }) =>
      (['midnight', '12:00', '15:00', 'tomorrow'] as const).map((issue) => ({
        name: `${household.name} ${issue}`,
        value: ratio(one.get(issue) ?? []),
        unit: '',
        note: `correlation of days ${correlation.toFixed(2)}; ${(one.get(issue) ?? []).filter(({ method }) => method === 'weather').length} days by weather`,
      })),
    ),
    {
      name: 'midnight, mean',
      value: ratios.reduce((sum, one) => sum + one, 0) / ratios.length,
      unit: '',
      target: { atMost },
    },
  ])
}

report('forecast: means over the recordings', [...means('pv', walked.pv), ...means('load', walked.load)])
