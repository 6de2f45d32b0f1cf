import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { Appearance } from './Appearance.tsx'
import { Account } from './account/Account.tsx'
import { Deletion } from './deletion/Deletion.tsx'
import { Devices } from './devices/Devices.tsx'
import styles from './SettingsPage.module.css'
import { SerialNumbers } from './serials/SerialNumbers.tsx'

/** The owner's systems, own data, appearance, devices, and the way out. */
export const Component = () => (
  <div className={styles.page}>
    <div className={styles.column}>
      <PartBoundary>
        <SerialNumbers />
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
