import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { chooseSidebar, sidebarColours, usePreferences } from '../../../platform/preferences.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import styles from './appearance.module.css'
import { MiniRow } from './MiniRow.tsx'
import { Swatches } from './Swatches.tsx'

/** The settings panel: appearance on this device, with immediate effect (SHL-05). */
export function AppearancePanel({ close }: { close: () => void }) {
  const { t } = useTranslation('shell', 'common')
  const { ground, title } = usePreferences(({ sidebar }) => sidebar)
  return (
    <Dialog title={t('sidebar.title')} close={close} side>
      <div className={styles.panelRows}>
        <AppearanceRows />
        <MiniRow />
      </div>
      <Swatches
        label={t('sidebar.ground')}
        kind="ground"
        colours={sidebarColours.ground}
        value={ground}
        choose={(choice) => chooseSidebar({ ground: choice })}
      />
      <Swatches
        label={t('sidebar.titleColour')}
        kind="title"
        colours={sidebarColours.title}
        value={title}
        choose={(choice) => chooseSidebar({ title: choice })}
      />
      <DialogActions>
        <Button onClick={close}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
