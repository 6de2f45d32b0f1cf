import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import { OwnRules } from '../own-rules/OwnRules.tsx'
import { AlertList } from './AlertList.tsx'
import { AlertSettings } from './AlertSettings.tsx'
import styles from './Alerts.module.css'
import { PushCard } from './push/PushCard.tsx'

/** An owner's alerts, and the settings of what is announced (ALR-16). */
export const Component = () => (
  <WithSystems>
    {({ view }) => (
      <div className={styles.page}>
        <PartBoundary>
          <AlertList view={view} />
        </PartBoundary>
        <div className={styles.column}>
          <PartBoundary>
            <AlertSettings view={view} />
          </PartBoundary>
          <PartBoundary>
            <PushCard />
          </PartBoundary>
          <PartBoundary>
            <OwnRules view={view} />
          </PartBoundary>
        </div>
      </div>
    )}
  </WithSystems>
)
