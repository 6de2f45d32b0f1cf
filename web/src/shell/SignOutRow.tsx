import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import rows from '../ui/MenuRow.module.css'

export function SignOutRow() {
  const { t } = useTranslation('shell')
  return (
    <Link to="/logout" className={rows.row}>
      <IconLogout size={20} stroke={1.5} aria-hidden />
      {t('signOut')}
    </Link>
  )
}
