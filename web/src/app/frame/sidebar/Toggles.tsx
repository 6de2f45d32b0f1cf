import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import styles from './Toggles.module.css'
import { useMini } from './useMini.ts'
import { useScrolled } from './useScrolled.ts'

const iconOf = (mini: boolean) => (mini ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse)

/** Collapses or expands the sidebar; at its foot. */
export function Toggle() {
  const { t } = useTranslation('shell')
  const { mini, toggle } = useMini()
  const Icon = iconOf(mini)
  const name = mini ? t('expand') : t('collapse')
  if (!toggle) return null
  return (
    <button type="button" className={styles.toggle} onClick={toggle} title={name}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={mini ? 'visually-hidden' : undefined}>{name}</span>
    </button>
  )
}

/** The same at the top, where it stays visible once the page has been scrolled. */
export function FixedToggle() {
  const { t } = useTranslation('shell')
  const { mini, toggle } = useMini()
  const scrolled = useScrolled()
  const Icon = iconOf(mini)
  const name = mini ? t('expandSidebar') : t('collapseSidebar')
  if (!toggle || !scrolled) return null
  return (
    <button type="button" className={styles.fixed} onClick={toggle} aria-label={name} title={name}>
      <Icon size={18} stroke={1.5} aria-hidden />
    </button>
  )
}
