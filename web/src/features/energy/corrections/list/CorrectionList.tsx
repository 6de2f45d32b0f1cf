import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../platform/clock/serverClock.ts'
import { TextButton } from '../../../../ui/controls/TextButton.tsx'
import { Pending } from '../../../../ui/forms/Pending.tsx'
import { RateLimitNotice } from '../../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../../ui/forms/useRateLimitedSubmit.ts'
import { useRefetchWhenVisible } from '../../../../ui/hooks/useRefetchWhenVisible.ts'
import { Card } from '../../../../ui/layout/Card.tsx'
import { correctionsOf, undo } from '../../api/corrections.ts'
import styles from './CorrectionList.module.css'
import { CorrectionRow } from './CorrectionRow.tsx'

/** Shown at first. */
const FIRST = 20

type Props = { sn: SerialNumber; title: string; timeZone: string }

/** The corrections of a system, newest first; those that apply can be undone. */
export function CorrectionList({ sn, title, timeZone }: Props) {
  const { t } = useTranslation('corrections')
  const asked = correctionsOf(sn)
  const { value, fault } = asked.use()
  const [all, showAll] = useState(false)
  const undoing = useRateLimitedSubmit()
  useRefetchWhenVisible(true, asked.refresh)
  const shown = all ? value : value?.slice(0, FIRST)
  const now = serverNow()
  return (
    <Card title={title}>
      {fault?.code === 'not_found' ? (
        <p className={styles.none}>{t('notYours')}</p>
      ) : (
        <Pending known={value !== null} fault={fault} retry={asked.refresh} />
      )}
      {value?.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <RateLimitNotice {...undoing} own={{ network: t('unsure'), not_found: t('notYours') }} />
      {shown && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((one) => (
            <CorrectionRow
              key={one.id}
              correction={one}
              busy={undoing.busy}
              undo={() => void undoing.attempt(() => undo(one))}
              timeZone={timeZone}
              now={now}
            />
          ))}
        </ul>
      )}
      {value && shown && shown.length < value.length && (
        <p className={styles.more}>
          <TextButton onClick={() => showAll(true)}>{t('showAll', { count: value.length })}</TextButton>
        </p>
      )}
    </Card>
  )
}
