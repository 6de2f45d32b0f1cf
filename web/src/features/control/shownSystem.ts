import type { LiveSystem } from '@kellersonne/core/live/live'
import { bySeverity, isOpen } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'

/** The system with the most severe open message, or else the first. */
function mostUrgent(systems: readonly LiveSystem[]): SerialNumber | undefined {
  const [gravest] = systems
    .flatMap(({ sn, messages }) => messages.map((message) => ({ ...message, sn })))
    .filter(({ code }) => isOpen(code))
    .toSorted(bySeverity)
  return gravest?.sn ?? systems[0]?.sn
}

/**
 * The page's system: the active one; for the total, the most urgent one when the total was selected, so that a new
 * message does not replace the page while it is being read.
 */
export function useShownSystem({
  systems,
  active,
}: Pick<LiveViewModel, 'systems' | 'active'>): LiveSystem | undefined {
  const choose = () => ({
    active,
    sn: systems.some(({ sn }) => sn === active) ? active : mostUrgent(systems),
  })
  const [held, hold] = useState(choose)
  const isStillShown = held.active === active && systems.some(({ sn }) => sn === held.sn)
  const chosen = isStillShown ? held : choose()
  if (!isStillShown) hold(chosen)
  return systems.find(({ sn }) => sn === chosen.sn)
}
