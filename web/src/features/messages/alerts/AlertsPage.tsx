import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import { OwnRules } from '../own-rules/OwnRules.tsx'
import { AlertList } from './AlertList.tsx'
import { AlertSettings } from './AlertSettings.tsx'
import styles from './Alerts.module.css'
import { PushCard } from './push/PushCard.tsx'

const noSystems: OwnedSystems = { systems: [], names: new Map() }

function Alerts({ owned }: { owned: OwnedSystems }) {
  return (
    <div className={styles.page}>
      <PartBoundary>
        <AlertList owned={owned} />
      </PartBoundary>
      <div className={styles.column}>
        <PartBoundary>
          <AlertSettings owned={owned} />
        </PartBoundary>
        <PartBoundary>
          <PushCard />
        </PartBoundary>
        {owned.systems.length > 0 && (
          <PartBoundary>
            <OwnRules owned={owned} />
          </PartBoundary>
        )}
      </div>
    </div>
  )
}

/** An owner's alerts, and the settings of what is announced (ALR-16); without a system, those of the account. */
export const Component = () => (
  <WithSystems without={<Alerts owned={noSystems} />}>{({ view }) => <Alerts owned={view} />}</WithSystems>
)
