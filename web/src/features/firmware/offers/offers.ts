import { INTERRUPTED_PERCENT } from '@kellersonne/core/firmware/chip-update'
import { availableOf, type UpdateStatus } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { calledNames } from '@kellersonne/core/systems/names'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useLive } from '../../live/api/live.ts'

/** A system with an update, with its display name. */
export type Offer = {
  readonly sn: SerialNumber
  readonly name: string
  /** The number of chips still to be installed. */
  readonly parts: number
  readonly state: 'available' | 'waiting' | 'running' | 'interrupted'
}

function stateOf({ isStarted, isWaiting, percent }: UpdateStatus): Offer['state'] {
  if (percent === INTERRUPTED_PERCENT) return 'interrupted'
  if (isWaiting) return 'waiting'
  return isStarted ? 'running' : 'available'
}

/** The systems with an update, by phase. */
function offersOf(systems: readonly LiveSystem[]): Offer[] {
  const names = calledNames(systems)
  return systems
    .filter(({ update }) => update.isNew)
    .map(({ sn, update }) => ({
      sn,
      name: names.get(sn) ?? sn,
      parts: availableOf(update),
      state: stateOf(update),
    }))
}

/** The systems with an update by the latest live values; null = not known yet. */
export function useOffers(): readonly Offer[] | null {
  const live = useLive()
  return live.status === 'ready' ? offersOf(live.systems) : null
}

/** Whether all of them can be started: of one that is under way nobody says that it is available. */
export const areAvailable = (offers: readonly Offer[]): boolean =>
  offers.every(({ state }) => state === 'available' || state === 'interrupted')

/** URL of the wizard for a system. */
export const addressOf = (sn: SerialNumber) => `/update?${new URLSearchParams({ sn })}`
