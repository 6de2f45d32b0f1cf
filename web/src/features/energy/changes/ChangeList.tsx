import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import type { Attempt } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { useRefetchWhenVisible } from '../../../ui/hooks/useRefetchWhenVisible.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import styles from './ChangeList.module.css'

/** Shown at first. */
const FIRST = 20

type Asked<T> = {
  readonly use: () => { readonly value: readonly T[] | null; readonly fault: ApiError | null }
  readonly refresh: () => Promise<void>
}
type Props<T> = {
  asked: Asked<T>
  title: string
  /** Texts if there are no changes, and if the owner may make none. */
  none: string
  notYours: string
  undoing: Attempt
  /** A list item. */
  row: (change: T) => ReactNode
}

/** What an owner has changed of a system's history, newest first. */
export function ChangeList<T>({ asked, title, none, notYours, undoing, row }: Props<T>) {
  const { t } = useTranslation('changes')
  const { value, fault } = asked.use()
  const [all, showAll] = useState(false)
  useRefetchWhenVisible(true, asked.refresh)
  const shown = all ? value : value?.slice(0, FIRST)
  return (
    <Card title={title}>
      {fault?.code === 'not_found' ? (
        <p className={styles.none}>{notYours}</p>
      ) : (
        <Pending known={value !== null} fault={fault} retry={asked.refresh} />
      )}
      {value?.length === 0 && <p className={styles.none}>{none}</p>}
      <RateLimitNotice {...undoing} own={{ network: t('unsure'), not_found: notYours }} />
      {shown && shown.length > 0 && <ul className={styles.list}>{shown.map(row)}</ul>}
      {value && shown && shown.length < value.length && (
        <p className={styles.more}>
          <TextButton onClick={() => showAll(true)}>{t('showAll', { count: value.length })}</TextButton>
        </p>
      )}
    </Card>
  )
}
