import type { MeasuredName } from '@kellersonne/core/live/live'
import { ruleOf } from '@kellersonne/core/live/totals'
import { percent, volts, type Watts, watts } from '@kellersonne/core/units/units'
import { type Quantity, UNKNOWN } from '../../../platform/i18n/format.ts'
import { cards } from '../cards/cards.ts'
import { readingOf } from '../cards/rules.ts'
import { captions } from '../hero/captions.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { type Calculation, type Content, exact, type Localizer, type Snapshot, sumText } from './content.ts'
import { bySystem, ruleText, type SourcedReading } from './systems.ts'

export type LiveTopic = 'grid' | 'pv' | 'battery' | 'soc' | 'voltage'

const known = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null)

/** Why there is no live value. */
const missing = (view: LiveViewModel, { value }: Quantity, { t }: Localizer) =>
  value !== UNKNOWN ? null : t(view.offline ? 'why.silent' : 'why.not_told')

const measuredNames = {
  ...{ grid: 'grid', pv: 'pv', battery: 'battery', soc: 'soc', voltage: 'gridVoltage' },
} as const satisfies Record<LiveTopic, MeasuredName>

/** When the value was measured; for several systems the oldest of those that count. */
const asOf = ({ measured }: LiveViewModel, name: LiveTopic): Date | null =>
  measured.measuredAt[measuredNames[name]]

/** When the oldest of the three powers was measured. */
function powersAsOf({ values: { measuredAt } }: LiveViewModel): Date | null {
  const times = [measuredAt.grid, measuredAt.pv, measuredAt.battery].flatMap((at) => at?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The explanation of a measured value; for several systems one number, derived by a rule. */
export function liveContent(name: LiveTopic, { view }: Snapshot, localizer: Localizer): Content {
  const { t, d, f } = localizer
  const card = cards(view, { t: d, f }).find((one) => one.name === name)
  const shown = { value: card?.value ?? UNKNOWN, unit: card?.unit ?? '' }
  const reading = sourcedReading(name, view, localizer)
  const further =
    name === 'battery' ? estimated(view, localizer) : name === 'soc' ? stored(view, localizer) : null
  return {
    value: f.text(shown),
    // The time is said once.
    note: card?.old ? '' : (card?.note ?? ''),
    text: t(`live.${name}`),
    why: missing(view, shown, localizer),
    calculations: [bySystem(view, reading, localizer), ...(further ? [further] : [])],
    remarks: known([
      ruleText(view, reading.rule, localizer),
      further && name === 'battery' ? rest(view, localizer) : null,
    ]),
    asOf: asOf(view, name),
  }
}

function sourcedReading(name: LiveTopic, view: LiveViewModel, { t, f }: Localizer): SourcedReading {
  const how = {
    ...readingOf(name),
    rule: ruleOf(name, view.counted),
    source: t('source.measured'),
    measured: measuredNames[name],
  }
  if (name === 'soc')
    return { ...how, write: (soc) => f.text(f.percent(percent(soc))), source: t('source.told') }
  if (name === 'voltage') return { ...how, write: (voltage) => f.text(f.voltage(volts(voltage))) }
  return { ...how, write: (power) => exact(f).power(watts(power)) }
}

/** When the battery will be full or empty at the current power. */
function estimated(view: LiveViewModel, { t, f }: Localizer): Calculation | null {
  const { estimate, values, powers } = view
  if (estimate === null || powers.battery === null) return null
  const { end, at, energy } = estimate
  const power = watts(Math.abs(powers.battery))
  const x = exact(f)
  return {
    title: t(`estimate.${end}`, { time: f.time(at, values.timeZone) }),
    formula: t(`formula.${end}`),
    figures: `${x.energy(energy)} / ${x.power(power)} = ${duration(energy / power, t)}`,
    inputs: [
      {
        name: t(end === 'full' ? 'input.missingEnergy' : 'input.storedEnergy'),
        value: x.energy(energy),
        source: t('source.told'),
      },
      { name: t('input.battery'), value: x.power(power), source: t('source.power'), marker: 'battery' },
    ],
  }
}

function duration(hours: number, t: Localizer['t']) {
  const minutes = Math.round(hours * 60)
  return t('duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

function rest({ estimate, powers }: LiveViewModel, { t }: Localizer) {
  if (estimate === null || powers.battery === null) return null
  return t('estimateText', { duration: duration(estimate.energy / Math.abs(powers.battery), t) })
}

/** The stored energy. */
function stored({ values: { soc, capacity } }: LiveViewModel, { t, f }: Localizer): Calculation | null {
  if (soc === null || capacity === null) return null
  const x = exact(f)
  const energy = (soc / 100) * capacity
  return {
    formula: t('formula.stored'),
    figures: `${x.share(soc)} × ${x.energy(capacity)} = ${x.energy(energy as typeof capacity)}`,
    inputs: [{ name: t('input.capacity'), value: x.energy(capacity), source: t('source.told') }],
  }
}

/** The house's current load: calculated, not measured. */
export function houseContent({ view }: Snapshot, localizer: Localizer): Content {
  const { t, d, f } = localizer
  const { powers, load } = view
  const x = exact(f)
  const shown = f.power(load, { magnitude: true })
  const sum = sumText<Watts>([powers.grid, powers.pv, powers.battery], x.power)
  const note = captions(view, { t: d, f, short: true }).pv?.note ?? ''
  const input = (name: 'grid' | 'pv' | 'battery', marker: 'import' | 'feed-in' | 'pv' | 'battery') => ({
    name: t(`input.${name}`),
    value: x.power(powers[name]),
    source: t('source.power'),
    marker,
  })
  return {
    value: f.text(shown),
    note,
    text: t('live.house'),
    why: missing(view, shown, localizer),
    calculations: [
      {
        formula: t('formula.house'),
        figures: sum && `${sum} = ${x.power(load)}`,
        inputs: [
          input('grid', (powers.grid ?? 0) > 0 ? 'import' : 'feed-in'),
          input('pv', 'pv'),
          input('battery', 'battery'),
        ],
      },
    ],
    remarks: [t('live.grid'), t('live.battery'), ...(load === 0 ? [t('remark.clipped')] : [])],
    asOf: powersAsOf(view),
  }
}
