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
      <SerialNumbers />
      <Devices />
    </div>
    <div className={styles.column}>
      <Account />
      <Appearance />
      <Deletion />
    </div>
  </div>
)
