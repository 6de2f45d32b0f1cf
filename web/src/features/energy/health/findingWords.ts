import type { SystemFindings, WireFinding } from '@kellersonne/contract/energy/findings'
import type { FindingName } from '@kellersonne/core/energy/findings/judgement'
import { wattHours, watts } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'

type Words = { readonly t: TFunction<'health'>; readonly f: Formats }

/** How a value is shown: the share of what there was to do in %, and energies and powers in their units. */
const unitOf: Readonly<Record<FindingName, 'share' | 'percent' | 'power' | 'energy'>> = {
  no_charge: 'share',
  no_discharge: 'share',
  round_trip: 'percent',
  standby: 'power',
  capacity: 'energy',
  pv: 'percent',
  signs: 'percent',
  counter: 'energy',
}

/** A value in the unit of the chart's scale: %, W or kWh. */
export function scaled(name: FindingName, value: number): number {
  const unit = unitOf[name]
  return unit === 'share' ? 100 * value : unit === 'energy' ? value / 1000 : value
}

export function valueText(name: FindingName, value: number, { f }: Words): string {
  const unit = unitOf[name]
  if (unit === 'energy') return f.text(f.energy(wattHours(value)))
  if (unit === 'power') return f.text(f.power(watts(Math.round(value))))
  return f.text({ value: f.number(scaled(name, value), 0), unit: '%' })
}

/** "Seit Mi., 17. Juni: 3 %, üblich sind 98 %." */
export function reasonText(
  { name, begun_at, value, usual }: WireFinding,
  timeZone: string,
  words: Words,
): string {
  const { t, f } = words
  return t(name === 'counter' ? 'findings.jumped' : 'findings.reason', {
    date: f.dayAndMonth(new Date(begun_at), timeZone),
    what: t(`findings.measure.${name}`),
    value: valueText(name, value, words),
    usual: valueText(name, usual, words),
  })
}

/** What to say where nothing was found: counters alone do not show whether a battery works. */
export function nothingFoundKey({ judged_at, checks }: SystemFindings) {
  if (judged_at === null) return 'findings.never'
  const isJudged = checks.some(({ name, verdict }) => name !== 'counter' && verdict !== 'unknown')
  return isJudged ? 'findings.none' : 'findings.undecided'
}

/** What was judged and what could not be: never that all is well. */
export function checkedTexts({ checks }: SystemFindings, { t }: Words): string[] {
  const judged = checks.filter(({ verdict }) => verdict !== 'unknown')
  const unknown = Map.groupBy(
    checks.filter(({ why }) => why !== null),
    ({ why }) => why,
  )
  const listed = (names: readonly FindingName[]) =>
    names.map((name) => t(`findings.thing.${name}`)).join(', ')
  return [
    ...(judged.length > 0 ? [t('findings.checked', { things: listed(judged.map(({ name }) => name)) })] : []),
    ...[...unknown].flatMap(([why, some]) =>
      why === null
        ? []
        : [
            t('findings.unchecked', {
              things: listed(some.map(({ name }) => name)),
              why: t(`findings.why.${why}`),
            }),
          ],
    ),
  ]
}
