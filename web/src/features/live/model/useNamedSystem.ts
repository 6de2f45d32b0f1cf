import { TOTAL } from '@kellersonne/core/systems/systems'
import { useLayoutEffect } from 'react'
import { useActiveSystem } from '../../../platform/state.ts'
import type { LiveViewModel } from './liveViewModel.ts'

/** Selects the system that the URL names, if it is one of the owner's; null: it names none. */
export function useNamedSystem({ systems }: LiveViewModel, sn: LiveViewModel['active'] | null) {
  const [active, choose] = useActiveSystem()
  const isTheirs = sn === TOTAL ? systems.length > 1 : systems.some((system) => system.sn === sn)
  const other = isTheirs && sn !== active ? sn : null
  useLayoutEffect(() => {
    if (other !== null) choose(other)
  }, [other, choose])
}
