import { IconLayoutSidebar } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import rows from '../../../ui/controls/MenuRow.module.css'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useMini } from '../sidebar/useMini.ts'

/** Switches the sidebar to icons only, if there is room for more. */
export function MiniRow() {
  const { t } = useTranslation('shell')
  const { mini, toggle } = useMini()
  const id = useId()
  if (!toggle) return null
  return (
    <label className={rows.row} htmlFor={id}>
      <IconLayoutSidebar size={20} stroke={1.5} aria-hidden />
      {t('sidebar.mini')}
      <Switch id={id} checked={mini} onChange={toggle} />
    </label>
  )
}
