import { IconChevronRight, IconCircleArrowUp } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Link } from '../../../platform/router/Link.tsx'
import rows from '../../../ui/controls/MenuRow.module.css'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { addressOf, type Offer } from './offers.ts'
import styles from './updates.module.css'

function OfferRow({ offer: { sn, name, parts, state } }: { offer: Offer }) {
  const { t } = useTranslation('shell')
  return (
    <li>
      <Link to={addressOf(sn)} className={rows.row}>
        <IconCircleArrowUp size={20} stroke={1.5} aria-hidden />
        <span className={styles.offer}>
          <span>
            <strong>{name}</strong>
            {!name.endsWith(sn) && ` ${sn}`}
          </span>
          <span>
            {state === 'available' ? t('updates.available', { count: parts }) : t(`updates.${state}`)}
          </span>
        </span>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </li>
  )
}

/** The systems with an update and their updates, or that there are none. */
export function OfferList({ offers }: { offers: readonly Offer[] | null }) {
  const { t } = useTranslation('shell')
  const count = offers?.length ?? 0
  return (
    <div className={styles.offers}>
      <h2 className={styles.head}>
        {t('updates.title')}
        {count > 0 && <Badge count={count} />}
      </h2>
      {count === 0 && <p>{offers ? t('updates.none') : t('updates.unknown')}</p>}
      <ul>
        {offers?.map((offer) => (
          <OfferRow key={offer.sn} offer={offer} />
        ))}
      </ul>
    </div>
  )
}
