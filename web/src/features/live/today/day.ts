import type { DayBalance } from '@kellersonne/contract/energy/balance'
import type { Unknown } from '@kellersonne/core/energy/balance'
import { houseEnergy } from '@kellersonne/core/energy/day-energies'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { Percent } from '@kellersonne/core/units/units'
import type { Formats, Quantity } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { MarkerName } from '../../../ui/feedback/Marker.tsx'
import { excludedNote } from '../cards/rules.ts'
import type { DayTopic } from '../explain/topics.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }

/** One number of the day so far, or why there is none. */
type DayNumber = Quantity & {
  readonly name: DayTopic
  readonly marker: MarkerName | null
  readonly note: string
}
export type DayNumbers = { readonly [name in DayTopic]: DayNumber }

/** The house's consumption of the day, unless the counters contradict each other. */
export const houseOf = (view: LiveViewModel, balance: DayBalance | null) =>
  balance?.house.why === 'contradictory' ? null : houseEnergy(view.values.today)

/**
 * The numbers of the day (DSH-08): energies from the live counters, shares from a balance at most a minute old.
 * `failed`: there is no balance because the request failed.
 */
export function dayNumbers(
  view: LiveViewModel,
  balance: DayBalance | null,
  failed: boolean,
  { t, f }: Localizer,
): DayNumbers {
  const { today } = view.values
  const missing = (why: Unknown | null) => (why === null ? '' : t(`why.${why}`))
  const energy = (
    name: DayTopic,
    marker: MarkerName | null,
    value: Parameters<Formats['energy']>[0],
    why: Unknown | null = 'not_measured',
  ): DayNumber => ({ name, marker, ...f.energy(value), note: value === null ? missing(why) : '' })
  const share = (name: 'selfConsumption' | 'selfSufficiency'): DayNumber => ({
    name,
    marker: null,
    ...f.percent(balance?.[name].value ?? null),
    note: balance ? missing(balance[name].why) : failed ? t('unavailable') : '',
  })
  return {
    pvEnergy: energy('pvEnergy', 'pv', today.pv),
    houseEnergy: energy('houseEnergy', 'load', houseOf(view, balance), balance?.house.why ?? 'not_measured'),
    importEnergy: energy('importEnergy', 'import', today.import),
    feedInEnergy: energy('feedInEnergy', 'feed-in', today.feedIn),
    charged: energy('charged', 'battery', today.charge),
    discharged: energy('discharged', 'battery', today.discharge),
    selfConsumption: share('selfConsumption'),
    selfSufficiency: share('selfSufficiency'),
  }
}

const COMPLETE_PERCENT = 99.5
const HALF_PERCENT = 50

/** From when the numbers count, if the owner got the system later than midnight; else null. */
function startOf(view: LiveViewModel, balance: DayBalance, { t, f }: Localizer) {
  const { timeZone } = view.values
  const midnight = startOfDay(dayOf(view.now, timeZone), timeZone)
  return balance.from > midnight ? t('countedFrom', { time: f.time(balance.from, timeZone) }) : null
}

const shareOf = (measured: Percent | null, most: number, { t, f }: Localizer) =>
  measured !== null && measured < most ? t('measured', { share: f.text(f.percent(measured)) }) : null

/** What the numbers leave out if it is most of the day so far; null if it is not, or not known. */
export function countedOf(view: LiveViewModel, balance: DayBalance | null, localizer: Localizer) {
  if (view.offline || balance === null) return null
  // Of a unit without all of the counters, no quarter ever counts as measured.
  const measured = balance.measured || null
  return startOf(view, balance, localizer) ?? shareOf(measured, HALF_PERCENT, localizer)
}

/** Until when the numbers count, if not until now; otherwise excluded systems, the start, and the share measured. */
export function metaOf(view: LiveViewModel, balance: DayBalance | null, localizer: Localizer): string {
  const { t, f } = localizer
  const { lastOnline, timeZone } = view.values
  if (view.offline && lastOnline) return t('upTo', { time: f.moment(lastOnline, view.now, timeZone) })
  if (balance === null) return ''
  const left = view.chosen.filter(({ sn }) => balance.without.includes(sn))
  const parts = [
    excludedNote(view, left, localizer),
    startOf(view, balance, localizer),
    shareOf(balance.measured, COMPLETE_PERCENT, localizer),
  ]
  return parts.filter((one) => one !== null).join(' · ')
}
