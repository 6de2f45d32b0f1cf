import { IconAdjustmentsHorizontal, IconPalette } from '@tabler/icons-react'
import { type MouseEvent, useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Dropdown } from '../../../ui/controls/Dropdown.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import rows from '../../../ui/controls/MenuRow.module.css'
import { AppearanceRows } from './AppearanceRows.tsx'
import styles from './appearance.module.css'
import { MiniRow } from './MiniRow.tsx'
import { usePanel } from './usePanel.tsx'

/** Appearance and language; on phones behind "more". */
export function AppearanceMenu() {
  const { t } = useTranslation('shell')
  const id = useId()
  const { open, panel } = usePanel()
  /** Closes the menu first, so that the panel returns the focus to the button. */
  const adjust = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    open()
  }
  return (
    <div className={styles.menu}>
      <IconButton label={t('appearance')} popoverTarget={id}>
        <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <Dropdown id={id} label={t('appearance')}>
        <div className={styles.rows}>
          <AppearanceRows />
          <MiniRow />
          <button type="button" className={rows.row} onClick={adjust}>
            <IconPalette size={20} stroke={1.5} aria-hidden />
            {t('sidebar.adjust')}
          </button>
        </div>
      </Dropdown>
      {panel}
    </div>
  )
}
