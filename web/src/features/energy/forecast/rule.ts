import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { Localizer } from './words.ts'

type Weather = NonNullable<Expectation['weather']>
type Basis = NonNullable<Expectation['basis']>['pv']
type Scene = Localizer & { readonly now: Date; readonly timeZone: string }

const issuedText = (at: Date, f: Formats, { now, timeZone }: Scene) => f.moment(at, now, timeZone)

/** What became of weather. */
export function weatherText({ state, issuedAt }: Weather, scene: Scene): string {
  const { t, f } = scene
  const issued = issuedAt && issuedText(issuedAt, f, scene)
  if (state === 'silent') return issued ? t('weather.silent', { issued }) : t('weather.silentAlways')
  if (state === 'used') return issued ? t('weather.used', { issued }) : t('weather.usedNow')
  return t(`weather.${state}`)
}

/** What an owner can do about it: set the system's place, or check it. */
export const placeAdvice = ({ state }: Weather) =>
  state === 'no_place' ? 'setPlace' : state === 'implausible' ? 'checkPlace' : null

const reasons = ['curtailed', 'snow', 'faulty', 'gap'] as const

/** Which past days were kept out, and why; null if none was. */
export function excludedText({ excluded }: Pick<Basis, 'excluded'>, { t, f }: Localizer): string | null {
  const list = reasons.flatMap((why) =>
    excluded[why] > 0 ? [t(`out.${why}`, { count: excluded[why] })] : [],
  )
  return list.length === 0 ? null : t('excluded', { list: f.list(list) })
}

/** The rule in force, in plain words. */
export const ruleText = (of: 'pv' | 'load', { method }: Pick<Basis, 'method'>, { t }: Pick<Localizer, 't'>) =>
  t(`rule.${of}.${method}`)

/** What a band means, or that none is known. */
export const certaintyText = (
  { hasBand, isTotal }: { readonly hasBand: boolean; readonly isTotal: boolean },
  t: Localizer['t'],
) => t(hasBand ? (isTotal ? 'totalBandMeaning' : 'bandMeaning') : 'noBand')
