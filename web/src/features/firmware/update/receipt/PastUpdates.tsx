import { type Receipt, UPDATES_A_PAGE } from '@kellersonne/contract/firmware/updates'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { calledNames } from '@kellersonne/core/systems/names'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Pagination } from '../../../../ui/controls/Pagination.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/Dialog.tsx'
import { Pending } from '../../../../ui/forms/Pending.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { usePastUpdates } from '../../api/pastUpdates.ts'
import { PastUpdate } from './PastUpdate.tsx'
import styles from './PastUpdates.module.css'
import { ReceiptView } from './Receipt.tsx'

/** The system to show: the one chosen last, here or elsewhere on the page. */
function useWanted(named: SerialNumber | null) {
  const [wanted, choose] = useState(named)
  const [before, keep] = useState(named)
  if (named !== before) {
    keep(named)
    if (named !== null) choose(named)
  }
  return [wanted, choose] as const
}

type Props = {
  systems: readonly LiveSystem[]
  /** The system the rest of the page is about. */
  named?: SerialNumber | null
}

/** Updates of the owner's systems, newest first; each opens its receipt. */
export function PastUpdates({ systems, named = null }: Props) {
  const { t } = useTranslation('receipts')
  const [wanted, choose] = useWanted(named)
  const system = systems.find(({ sn }) => sn === wanted) ?? systems[0]
  if (!system) return null
  const names = calledNames(systems)
  const nameOf = ({ sn }: { sn: SerialNumber }) => names.get(sn) ?? sn
  const switcher = systems.length > 1 && (
    <Select
      label={t('past.system')}
      labelHidden
      value={system.sn}
      options={systems.map((one) => ({ value: one.sn, label: nameOf(one) }))}
      onChange={({ target }) => choose(systems.find(({ sn }) => sn === target.value)?.sn ?? null)}
    />
  )
  return (
    <Card title={t('past.title')} aside={switcher}>
      <OfSystem key={system.sn} system={system} name={nameOf(system)} />
    </Card>
  )
}

function OfSystem({ system, name }: { system: LiveSystem; name: string }) {
  const { t } = useTranslation('receipts')
  const [page, turnTo] = useState(1)
  const [opened, open] = useState<Receipt | null>(null)
  const { shown, fault, retry } = usePastUpdates(system.sn, page, system.update)
  const words = {
    label: t('past.pages'),
    previous: t('past.previous'),
    next: t('past.next'),
    page: (number: number) => t('past.page', { page: number }),
  }
  return (
    <>
      <Pending known={shown !== null} fault={fault} retry={retry} />
      {shown?.total === 0 && <p className={styles.none}>{t('past.none', { name })}</p>}
      <ul>
        {shown?.updates.map((receipt) => (
          <li key={receipt.id}>
            <PastUpdate receipt={receipt} open={() => open(receipt)} />
          </li>
        ))}
      </ul>
      <Pagination
        words={words}
        page={page}
        pages={Math.ceil((shown?.total ?? 0) / UPDATES_A_PAGE)}
        go={turnTo}
      />
      {opened && (
        <Opened close={() => open(null)}>
          <ReceiptView receipt={shown?.updates.find((one) => one.id === opened.id) ?? opened} name={name} />
        </Opened>
      )}
    </>
  )
}

function Opened({ close, children }: { close: () => void; children: ReactNode }) {
  const { t } = useTranslation('receipts', 'common')
  return (
    <Dialog title={t('title')} close={close}>
      {children}
      <DialogActions>
        <Button onClick={close}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
