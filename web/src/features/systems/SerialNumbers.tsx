import { calledNames } from '@kellersonne/core/systems/names'
import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { draftOf } from '../../platform/session.ts'
import { useListFocus } from '../../ui/hooks/useListFocus.ts'
import { Card } from '../../ui/layout/Card.tsx'
import list from '../../ui/layout/List.module.css'
import { useLive } from '../live/api/live.ts'
import { AddForm } from './AddForm.tsx'
import { useSystems } from './api.ts'
import { ClaimRow } from './ClaimRow.tsx'
import { HandoverRow } from './HandoverRow.tsx'
import { NAME_FORM } from './NameForm.tsx'
import { ResolvedClaims } from './ResolvedClaims.tsx'
import styles from './SerialNumbers.module.css'
import { SystemRow } from './SystemRow.tsx'
import { useClaims } from './useClaims.ts'

/** The owner's systems, pending claims, hand-overs, and a form to add more (SET-01, SET-02, SET-07, AUT-12, AUT-17). */
export function SerialNumbers() {
  const { t } = useTranslation('settings')
  const systems = useSystems()
  const names = calledNames(systems)
  const live = useLive()
  const { claims, handovers, settled } = useClaims()
  const rows = useListFocus(systems.length + claims.length + handovers.length)
  const [draft] = useState(() => draftOf(NAME_FORM))
  // Open windows get the new name at once instead of with the next reconnection.
  const renamed = () => live.status === 'ready' && live.retry()
  const liveOf = (sn: string) =>
    live.status === 'ready' ? (live.systems.find((system) => system.sn === sn) ?? null) : null
  const isCut = live.status === 'ready' && live.connection === 'cut'
  return (
    <Card title={t('serials.title')} text={t('serials.text')}>
      {systems.length + claims.length + handovers.length === 0 && (
        <p className={styles.none}>{t('serials.none')}</p>
      )}
      <ul ref={rows} className={list.list}>
        {systems.map((system) => (
          <SystemRow
            key={system.sn}
            system={system}
            live={isCut ? null : liveOf(system.sn)}
            draft={draft?.['sn'] === system.sn ? (draft['name'] ?? '') : null}
            renamed={renamed}
          />
        ))}
        {claims.map(({ sn, until, contested }) => (
          <ClaimRow key={sn} sn={sn} until={until} contested={contested} />
        ))}
        {handovers.map((handover) => (
          <HandoverRow
            key={`${handover.role} ${handover.sn}`}
            handover={handover}
            name={names.get(handover.sn) ?? null}
            timeZone={liveOf(handover.sn)?.timeZone ?? null}
          />
        ))}
      </ul>
      <ResolvedClaims settled={settled} />
      <AddForm />
    </Card>
  )
}
