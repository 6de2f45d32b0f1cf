import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { useListFocus } from '../../../ui/hooks/useListFocus.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import list from '../../../ui/layout/List.module.css'
import { refreshSessions, useSessions } from '../api/sessions.ts'
import { DeviceRow } from './DeviceRow.tsx'

/** The owner's active sessions (AUT-11). */
export function Devices() {
  const { t } = useTranslation('settings')
  const { value: sessions, fault } = useSessions()
  const rows = useListFocus(sessions?.length ?? 0)
  return (
    <Card title={t('devices.title')} text={t('devices.text')}>
      <Pending known={sessions !== null} fault={fault} retry={refreshSessions} />
      <ul ref={rows} className={list.list}>
        {sessions?.map((session) => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  )
}
