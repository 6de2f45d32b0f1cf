import { displayOf } from '@kellersonne/core/messages/messages'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { MOST_NAMED } from '../hero/names.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { Banner } from './banners.ts'

/** Forecasts are no more accurate, and the announced text should not change with every value. */
const HOUR_MS = 3_600_000

const signFixes = ['grid_w', 'battery_w', 'grid_w,battery_w'] as const

type Localizer = { readonly t: TFunction<'dashboard', 'flags'>; readonly f: Formats }
/** What is wrong, and what follows from it. */
export type BannerText = { readonly fact: string; readonly more: string }

const systemsOf = ({ systems }: Banner, view: LiveViewModel) =>
  view.systems.filter(({ sn }) => systems.includes(sn))

/** The value shared by all; null if they differ or it is unknown. */
function agreed(localizer: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(localizer)
  return others.length === 0 ? first : null
}

function namesOf(banner: Banner, view: LiveViewModel, { t, f }: Localizer): string {
  const systems = systemsOf(banner, view)
  return systems.length > MOST_NAMED
    ? t('banner.several', { count: systems.length, total: view.systems.length })
    : f.list(namesIn(view, systems))
}

/** The text of a banner. */
export function bannerText(banner: Banner, view: LiveViewModel, localizer: Localizer): BannerText {
  const names = namesOf(banner, view, localizer)
  switch (banner.about) {
    case 'weather':
      return ofWeather(banner, view, names, localizer)
    case 'signs':
      return ofSigns(banner, view, names, localizer)
    default:
      return ofCode(banner.about, banner, view, names, localizer)
  }
}

/** Which power to invert is said only if it is the same for all of them. */
function ofSigns(banner: Banner, view: LiveViewModel, names: string, { t }: Localizer): BannerText {
  const invert = agreed(
    systemsOf(banner, view).map(({ capabilities }) => capabilities?.signs?.invert.join() ?? null),
  )
  const known = signFixes.find((powers) => powers === invert)
  return {
    fact: t('banner.signs', { names, count: banner.systems.length }),
    more: t(`banner.signFix.${known ?? 'unclear'}`),
  }
}

function ofCode(
  code: Exclude<Banner['about'], 'weather' | 'signs'>,
  banner: Banner,
  view: LiveViewModel,
  names: string,
  { t, f }: Localizer,
) {
  const systems = systemsOf(banner, view)
  const time = agreed(
    systems.map(({ messages, timeZone }) => {
      const since = messages.find((message) => message.code === code)?.since ?? null
      return since && f.moment(since, view.now, timeZone)
    }),
  )
  const which = { names, count: systems.length }
  const stopped = time === null ? t('banner.stopped', which) : t('banner.stoppedSince', { ...which, time })
  return {
    fact: t('banner.fact', { code: displayOf(code), names }),
    more: `${t(`flags:${code}.text`)} ${stopped}`,
  }
}

function ofWeather(banner: Banner, view: LiveViewModel, names: string, { t, f }: Localizer): BannerText {
  const systems = systemsOf(banner, view)
  const expected = systems.flatMap(({ badWeather }) => badWeather ?? [])
  const { timeZone } = view.values
  const starts = expected.map(({ emptyAt }) => emptyAt.getTime())
  const start = new Date(Math.floor(Math.min(...starts) / HOUR_MS) * HOUR_MS)
  const time = f.moment(start, view.now, timeZone)
  const ends = expected.map(({ endsAt }) => endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends)
  const when = Number.isFinite(end)
    ? t('banner.emptyUntil', {
        time,
        end: f.moment(new Date(Math.ceil(end / HOUR_MS) * HOUR_MS), start, timeZone),
      })
    : t('banner.emptyAt', { time })
  return {
    fact: t('banner.weather', { names, count: systems.length }),
    more: `${when} ${t('banner.floatCharge')}`,
  }
}
