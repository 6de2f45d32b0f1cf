import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { Link } from '../../platform/router/Link.tsx'
import styles from './Breadcrumb.module.css'

const paths = {
  dashboard: '/dashboard',
  batteries: '/dashboard/batteries',
  charts: '/charts',
  settings: '/settings',
} as const
type Parent = keyof typeof paths
const parents = new Map<string, Parent>([
  ['/alerts', 'dashboard'],
  ['/forecast-quality', 'dashboard'],
  ['/battery-health', 'batteries'],
  ['/corrections', 'charts'],
  ['/import', 'settings'],
])
const parentOf = (pathname: string): Parent | null =>
  pathname.startsWith('/dashboard/') ? 'dashboard' : (parents.get(pathname) ?? null)

/** On a page below another, the link to its parent; an arrow on phones. */
export function Breadcrumb() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const parent = parentOf(pathname)
  if (parent === null) return null
  return (
    <nav className={styles.path} aria-label={t('path')}>
      <Link to={paths[parent]} aria-label={t(parent)}>
        <span>{t(parent)}</span>
        <IconChevronLeft size={24} stroke={1.5} aria-hidden />
      </Link>
      <IconChevronRight size={16} stroke={1.5} aria-hidden />
    </nav>
  )
}
