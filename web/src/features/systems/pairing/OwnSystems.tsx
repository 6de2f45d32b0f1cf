import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import list from '../../../ui/layout/List.module.css'
import { makeCode, refreshPairing, type ShownCode, useOwnSystems, usePairing } from './api.ts'
import { FirstValues } from './FirstValues.tsx'
import { OwnSystemRow } from './OwnSystemRow.tsx'
import styles from './Pairing.module.css'
import { Waiting } from './Waiting.tsx'

/** Connects devices of any maker with a gateway; nothing where the operator takes none (GWY-20, GWY-21, GWY-23). */
export function OwnSystems() {
  const { value } = useOwnSystems()
  return value?.available ? <OwnSystemsCard /> : null
}

function OwnSystemsCard() {
  const { t } = useTranslation('pairing')
  const { value: pairing, fault: unknown } = usePairing()
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [shown, setShown] = useState<ShownCode | null>(null)
  const make = (sn: SerialNumber | null) => void attempt(async () => setShown(await makeCode(sn)))
  const until = pairing?.until ?? null
  return (
    <Card title={t('title')} text={t('text')}>
      <Pending known={pairing !== null} fault={unknown} retry={refreshPairing} />
      {pairing && pairing.own.length > 0 && (
        <ul className={list.list}>
          {pairing.own.map((system) => (
            <OwnSystemRow key={system.sn} {...{ system, busy }} replace={() => make(system.sn)} />
          ))}
        </ul>
      )}
      {pairing && until !== null && (
        <Waiting key={until} until={until} shown={shown?.until === until ? shown : null} />
      )}
      {pairing?.paired && until === null && <FirstValues sn={pairing.paired} />}
      {pairing && until === null && (
        <div className={styles.part}>
          <p className={styles.hint}>{t('need')}</p>
          <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
          <div>
            <Button busy={busy} onClick={() => make(null)}>
              {t('make')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
