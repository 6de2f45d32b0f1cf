import { IconBell } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useLocation } from '../../../platform/router/context.tsx'
import { Dropdown } from '../../../ui/controls/Dropdown.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { OfferList } from './OfferList.tsx'
import { areAvailable, useOffers } from './offers.ts'
import styles from './updates.module.css'

type Props = {
  /** What else there is to know, and how many of it are open. */
  more?: { readonly count: number; readonly words: string } | null
  children?: ReactNode
}

/** The systems with an update, and what else there is to know, one click away from everywhere (SHL-02, ALR-16). */
export function Bell({ more = null, children }: Props) {
  const { t } = useTranslation('shell')
  const { key } = useLocation()
  const id = useId()
  const offers = useOffers()
  const count = offers?.length ?? 0
  const total = count + (more?.count ?? 0)
  const words = areAvailable(offers ?? []) ? t('updates.count', { count }) : t('updates.some', { count })
  const updates = count > 0 ? words : t('updates.title')
  // What the badge shows must be in the button's name: voice control goes by it.
  const label = more
    ? [updates, more.words, ...(count > 0 ? [t('alerts.inAll', { total: String(total) })] : [])].join(', ')
    : updates
  return (
    <>
      <IconButton label={label} popoverTarget={id}>
        <span className={styles.bell}>
          <IconBell size={20} stroke={1.5} aria-hidden />
          {total > 0 && <Badge count={total} />}
        </span>
      </IconButton>
      <Dropdown key={key} id={id} label={t('updates.title')}>
        <OfferList offers={offers} />
        {children}
      </Dropdown>
    </>
  )
}
