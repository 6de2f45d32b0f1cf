import { ALERTS_A_PAGE } from '@kellersonne/contract/messages/alerts'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Pagination } from '../../../ui/controls/Pagination.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { useRefetchWhenVisible } from '../../../ui/hooks/useRefetchWhenVisible.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import { zoneOf } from '../wording.ts'
import { AlertRow } from './AlertRow.tsx'
import styles from './Alerts.module.css'
import { alertPage } from './api.ts'
import { Trouble } from './Trouble.tsx'

/** The owner's alerts, page by page. */
export function AlertList({ owned }: { owned: OwnedSystems }) {
  const { t } = useTranslation('alerts')
  const f = useFormats()
  const [page, go] = useState(1)
  const query = alertPage(page)
  const { value, fault } = query.use()
  useRefetchWhenVisible(true, query.refresh)
  const total = value?.total ?? 0
  const hasSystems = owned.systems.length > 0
  const pages = {
    label: t('pages'),
    previous: t('previous'),
    next: t('next'),
    page: (number: number) => t('page', { page: f.number(number, 0) }),
  }
  return (
    <Card title={t('list')}>
      {!value && !fault && (
        <p className={styles.loading} aria-busy="true">
          {t('loading')}
        </p>
      )}
      <Trouble fault={fault} retry={query.refresh} words={t('failed')} />
      {value && total === 0 && (
        <p className={styles.meta}>
          {t(hasSystems ? 'none' : 'noneOfAccount')}{' '}
          <TextLink to={hasSystems ? '/dashboard' : '/settings'}>
            {t(hasSystems ? 'overview' : 'addSystem')}
          </TextLink>
        </p>
      )}
      <ul>
        {value?.alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            name={alert.sn === null ? t('account') : (owned.names.get(alert.sn) ?? alert.sn)}
            timeZone={zoneOf(owned.systems, alert.sn ?? owned.systems[0]?.sn ?? '')}
          />
        ))}
      </ul>
      <Pagination words={pages} page={page} pages={Math.ceil(total / ALERTS_A_PAGE)} go={go} />
    </Card>
  )
}
