import { Account } from '../../features/identity/account/Account.tsx'
import { Deletion } from '../../features/identity/deletion/Deletion.tsx'
import { Devices } from '../../features/identity/devices/Devices.tsx'
import { OwnSystems } from '../../features/systems/pairing/OwnSystems.tsx'
import { SerialNumbers } from '../../features/systems/SerialNumbers.tsx'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { Appearance } from './Appearance.tsx'
import { History } from './History.tsx'
import { Place } from './Place.tsx'
import styles from './SettingsPage.module.css'

/** The owner's systems, profile, appearance, devices, and account deletion. */
export const Component = () => (
  <div className={styles.page}>
    <div className={styles.column}>
      <PartBoundary>
        <SerialNumbers />
      </PartBoundary>
      <PartBoundary>
        <OwnSystems />
      </PartBoundary>
      <PartBoundary>
        <History />
      </PartBoundary>
      <PartBoundary>
        <Place />
      </PartBoundary>
      <PartBoundary>
        <Devices />
      </PartBoundary>
    </div>
    <div className={styles.column}>
      <PartBoundary>
        <Account />
      </PartBoundary>
      <PartBoundary>
        <Appearance />
      </PartBoundary>
      <PartBoundary>
        <Deletion />
      </PartBoundary>
    </div>
  </div>
)
