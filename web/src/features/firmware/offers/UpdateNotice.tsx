import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconCircleArrowUp } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { ToastPlace } from '../../../ui/feedback/Toast.tsx'
import { addressOf, type Offer, useOffers } from './offers.ts'
import { announceUpdates } from './updateNews.ts'
import styles from './updates.module.css'

type Systems = readonly SerialNumber[]
const isSame = (a: Systems | null, b: Systems) => a?.join() === b.join()

/** Systems whose update has just become available, and a function to dismiss them (SHL-03). */
function useNews(offers: readonly Offer[] | null): [news: Systems, close: () => void] {
  const [news, setNews] = useState<Systems>([])
  const before = useRef<Systems | null>(null)
  useEffect(() => {
    const now = offers?.map(({ sn }) => sn)
    if (!now || isSame(before.current, now)) return
    void announceUpdates(before.current, now, (more) => setNews((still) => [...still, ...more]))
    before.current = now
  }, [offers])
  return [news, useCallback(() => setNews([]), [])]
}

/** A toast that announces updates. */
export function UpdateNotice() {
  const { t } = useTranslation('shell')
  const format = useFormats()
  const offers = useOffers()
  const [news, close] = useNews(offers)
  const [first, ...more] = offers?.filter(({ sn }) => news.includes(sn)) ?? []
  const toast = first && {
    icon: <IconCircleArrowUp size={20} stroke={1.5} aria-hidden />,
    close,
    children: (
      <Link className={styles.notice} to={more.length > 0 ? '/update' : addressOf(first.sn)} onClick={close}>
        <strong>{t('updates.news', { names: format.list([first, ...more].map(({ name }) => name)) })}</strong>
        <span>{t('updates.open')}</span>
      </Link>
    ),
  }
  return <ToastPlace toast={toast ?? null} />
}
