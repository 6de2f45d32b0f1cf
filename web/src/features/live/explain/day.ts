import type { LiveValues } from '@kellersonne/core/live/live'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import { type Percent, wattHours } from '@kellersonne/core/units/units'
import { excludedFrom, excludedNote } from '../cards/rules.ts'
import { namesIn } from '../model/liveViewModel.ts'
import { houseOf } from '../today/day.ts'
import { type Content, exact, type Input, type Localizer, type Snapshot, sumText } from './content.ts'
import { bySystem } from './systems.ts'

const energies = {
  pvEnergy: ({ today }: LiveValues) => today.pv,
  importEnergy: ({ today }: LiveValues) => today.import,
  feedInEnergy: ({ today }: LiveValues) => today.feedIn,
  charged: ({ today }: LiveValues) => today.charge,
  discharged: ({ today }: LiveValues) => today.discharge,
}
export type EnergyTopic = keyof typeof energies

/** The start of the count: midnight, unless the owner got the system later. */
function since({ view, balance }: Snapshot) {
  const { timeZone } = view.values
  return balance?.from ?? startOfDay(dayOf(view.now, timeZone), timeZone)
}

/** The explanation of an energy counted today. */
export function energyContent(name: EnergyTopic, snapshot: Snapshot, localizer: Localizer): Content {
  const { t, f } = localizer
  const { view } = snapshot
  const of = energies[name]
  const value = of(view.values)
  const reading = {
    of,
    daily: true,
    rule: 'sum',
    write: (energy: number) => exact(f).energy(wattHours(energy)),
    source: t('source.counter'),
  } as const
  const counted = bySystem(view, reading, localizer)
  const time = f.time(since(snapshot), view.values.timeZone)
  return {
    value: f.text(f.energy(value)),
    note: excludedNote(view, excludedFrom(view, reading), { t: localizer.d, f }) ?? '',
    text: t(`day.${name}`),
    why: value === null ? t('why.not_told') : null,
    calculations: [{ ...counted, formula: counted.formula ?? t('formula.counter', { time }) }],
    remarks: measured(snapshot, localizer),
    asOf: view.values.lastOnline,
  }
}

const known = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null)

/** The house's consumption today, and whether it agrees with the measured powers. */
export function houseEnergyContent(snapshot: Snapshot, localizer: Localizer): Content {
  const { t, f } = localizer
  const { view, balance } = snapshot
  const { today } = view.values
  const x = exact(f)
  const value = houseOf(view, balance)
  const taken = (energy: typeof today.pv) => energy && wattHours(-energy)
  const sum = sumText(
    [today.pv, today.import, today.discharge, taken(today.feedIn), taken(today.charge)],
    x.energy,
  )
  const input = (
    name: Parameters<typeof inputOf>[0],
    energy: typeof today.pv,
    marker: NonNullable<Input['marker']>,
  ) => inputOf(name, x.energy(energy), marker, localizer)
  const why = balance?.house.why ?? (value === null ? 'not_measured' : null)
  return {
    value: f.text(f.energy(value)),
    note: '',
    text: t('day.houseEnergy'),
    why: value === null && why ? t(`why.${why}`) : null,
    calculations: [
      {
        formula: t('formula.houseEnergy'),
        figures: sum && value !== null ? `${sum} = ${x.energy(value)}` : sum,
        inputs: [
          input('pvEnergy', today.pv, 'pv'),
          input('importEnergy', today.import, 'import'),
          input('energyDischarged', today.discharge, 'battery'),
          input('feedInEnergy', today.feedIn, 'feed-in'),
          input('energyCharged', today.charge, 'battery'),
        ],
      },
    ],
    remarks: [...measured(snapshot, localizer), ...residual(snapshot, localizer)],
    asOf: view.values.lastOnline,
  }
}

type EnergyInput = 'pvEnergy' | 'importEnergy' | 'energyDischarged' | 'feedInEnergy' | 'energyCharged'
const inputOf = (
  name: EnergyInput,
  value: string,
  marker: NonNullable<Input['marker']>,
  { t }: Localizer,
): Input => ({
  name: t(`input.${name}`),
  value,
  source: t('source.counter'),
  marker,
})

/** How much of the day was measured, and which systems were not measured at all. */
export function measured(snapshot: Snapshot, { t, f }: Localizer): string[] {
  const { view, balance } = snapshot
  if (balance === null) return [t('away')]
  const { timeZone } = view.values
  const time = f.time(balance.from, timeZone)
  const midnight = startOfDay(dayOf(balance.at, timeZone), timeZone).getTime() === balance.from.getTime()
  const left = view.chosen.filter(({ sn }) => balance.without.includes(sn))
  const share = balance.measured
  return known([
    midnight ? null : t('remark.since', { time }),
    ...(share === null ? [] : measuredText(share, time, { t, f })),
    left.length === 0 ? null : t('remark.without', { names: f.list(namesIn(view, left)) }),
  ])
}

function measuredText(share: Percent, time: string, { t, f }: Pick<Localizer, 't' | 'f'>): string[] {
  const whole = Math.round(share)
  if (whole === 100) return [t('remark.complete', { time })]
  const values = {
    time,
    share: f.text(f.percent(share)),
    missing: f.text({ value: f.number(100 - whole, 0), unit: '%' }),
  }
  return [t('remark.measured', values), t('remark.gaps')]
}

const NOTHING_WH = 5

/** Compares the house's consumption by the counters with that by its powers. */
function residual({ balance }: Snapshot, { t, f }: Localizer): string[] {
  if (balance === null) return []
  if (balance.residual === null) return [t('remark.noResidual')]
  if (Math.abs(balance.residual) < NOTHING_WH) return [t('remark.residualNone')]
  const { value } = balance.house
  const size = exact(f).energy(wattHours(Math.abs(balance.residual)))
  const share = value
    ? ` (${f.text({ value: f.number((100 * Math.abs(balance.residual)) / value, 1), unit: '%' })})`
    : ''
  const values = { residual: `${size}${share}` }
  return [
    t(balance.residual > 0 ? 'remark.residualMore' : 'remark.residualLess', values),
    t('remark.residual'),
  ]
}
