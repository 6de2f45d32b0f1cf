import { TOTAL } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { useEffect } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { LiveHeader } from '../../live/parts/LiveHeader.tsx'
import { SystemSwitcher } from '../../live/parts/SystemSwitcher.tsx'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import styles from './ChartsPage.module.css'
import { ChartsView } from './ChartsView.tsx'
import type { System } from './model/selection.ts'
import { useSelection } from './useSelection.ts'

/** The system a URL names, if it is one of the owner's. */
const ownIn = (systems: LiveViewModel['systems'], named: System | null): System | null =>
  named === null || (named === TOTAL && systems.length > 1) || systems.some(({ sn }) => sn === named)
    ? named
    : null

function Ready(seen: LiveView) {
  const shape = useShape()
  const { view, choose } = seen
  const { timeZone } = view.values
  const today = useNow((now) => dayOf(now, timeZone))
  const { selection, broken, select } = useSelection(today)
  const named = ownIn(view.systems, selection.system)
  const system = named ?? view.active
  useEffect(() => {
    if (named !== null && named !== view.active) choose(named)
  }, [named, view.active, choose])
  const chosen = (active: System) => {
    choose(active)
    select({ system: active }, true)
  }
  return (
    <div className={styles.page}>
      {shape !== 'phone' && <LiveHeader {...seen} choose={chosen} />}
      <ChartsView
        selection={selection}
        broken={selection.system !== named ? [...broken, 'sn'] : broken}
        system={system}
        names={view.names}
        today={today}
        timeZone={timeZone}
        select={select}
        switcher={<SystemSwitcher {...view} choose={chosen} />}
      />
    </div>
  )
}

/** The charts of any day, month or year (CHT-01). */
export const Component = () => <WithSystems>{(seen) => <Ready {...seen} />}</WithSystems>
