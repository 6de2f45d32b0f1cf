import { IconBell } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Dropdown } from '../../../ui/controls/Dropdown.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { OfferList } from './OfferList.tsx'
import { useOffers } from './offers.ts'
import styles from './updates.module.css'

/** The systems with an update, one click away from everywhere (SHL-02). */
export function Bell() {
  const { t } = useTranslation('shell')
  const { key } = useLocation()
  const id = useId()
  const offers = useOffers()
  const count = offers?.length ?? 0
  return (
    <>
      <IconButton label={count > 0 ? t('updates.count', { count }) : t('updates.title')} popoverTarget={id}>
        <span className={styles.bell}>
          <IconBell size={20} stroke={1.5} aria-hidden />
          {count > 0 && <Badge count={count} />}
        </span>
      </IconButton>
      <Dropdown key={key} id={id} label={t('updates.title')}>
        <OfferList offers={offers} />
      </Dropdown>
    </>
  )
}
