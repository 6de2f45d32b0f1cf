import { COMMANDS_A_PAGE } from '@kellersonne/contract/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Pagination } from '../../../ui/controls/Pagination.tsx'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { commandPage } from '../api.ts'
import styles from './Ledger.module.css'
import { LedgerRow } from './LedgerRow.tsx'

type Props = {
  sn: SerialNumber
  /** The system's display name. */
  name: string
  timeZone: string
  now: Date
}

/** All commands issued to the system, newest first: when, which, by whom, and the outcome. */
export function Ledger({ sn, name, timeZone, now }: Props) {
  const { t } = useTranslation('commands', 'messages')
  const format = useFormats()
  const [page, turnTo] = useState(1)
  const total = commandPage(sn, 1).use().value?.total ?? 0
  const asked = commandPage(sn, page)
  const { value, fault } = asked.use()
  const [last, keep] = useState(value)
  if (value !== null && value !== last) keep(value)
  const shown = value ?? last
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new command moves earlier ones to other pages
  useEffect(() => {
    if (page > 1 && commandPage(sn, page).current() !== null) void commandPage(sn, page).refresh()
  }, [sn, page, total])
  const heads = ['at', 'command', 'by', 'outcome', 'lasted'] as const
  const wording = { t, f: format, name, timeZone, now }
  return (
    <Card
      title={t('ledger.title')}
      aside={
        <Pagination
          words={{
            label: t('ledger.pages'),
            previous: t('messages:previous'),
            next: t('messages:next'),
            page: (number) => t('messages:page', { page: number }),
          }}
          page={page}
          pages={Math.ceil(total / COMMANDS_A_PAGE)}
          go={turnTo}
        />
      }
    >
      <Pending known={shown !== null} fault={fault} retry={asked.refresh} />
      {shown?.total === 0 && <p className={styles.none}>{t('ledger.none', { name })}</p>}
      {shown && shown.total > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`ledger.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.commands.map((command) => (
              <LedgerRow key={command.id} command={command} wording={wording} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
