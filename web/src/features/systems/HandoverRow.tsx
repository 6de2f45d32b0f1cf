import type { Handover } from '@kellersonne/contract/systems/systems'
import { IconTransfer } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../platform/client/useMutation.ts'
import { useNow } from '../../platform/clock/useNow.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { TextButton } from '../../ui/controls/TextButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../ui/forms/useFaultText.ts'
import { refreshUser } from '../identity/api/user.ts'
import { objectTo, removeSystem } from './api.ts'
import styles from './Claim.module.css'
import { ReleaseDialog } from './ReleaseDialog.tsx'

const MINUTE_MS = 60_000
/** The browser's time zone: the new owner cannot see the system's yet. */
const { timeZone: browserZone } = Intl.DateTimeFormat().resolvedOptions()

type Props = {
  handover: Handover
  /** How the owner calls the system; null if it is not theirs. */
  name: string | null
  /** The system's; null if it is not known, or not the owner's. */
  timeZone: string | null
}
/** A hand-over under way (AUT-17), as its owner sees it, or who takes the system over. */
export function HandoverRow({ handover, name, timeZone }: Props) {
  const { t } = useTranslation('settings')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const [agreeing, setAgreeing] = useState(false)
  const { sn, role } = handover
  const called = name ?? sn
  const button = (action: 'object' | 'agree' | 'cancel', onClick: () => void) => (
    <TextButton
      key={action}
      aria-label={t(`handover.${action}Of`, { name: called })}
      disabled={busy}
      onClick={onClick}
    >
      {t(`handover.${action}`)}
    </TextButton>
  )
  const act = (work: () => Promise<void>) => void run(() => work().then(refreshUser))
  return (
    <li className={styles.claim}>
      <div className={styles.head}>
        <IconTransfer size={18} stroke={1.5} aria-hidden />
        <strong>{called}</strong>
        {!called.includes(sn) && <span className={styles.left}>{sn}</span>}
        <span className={styles.left}>{t('handover.title')}</span>
        <span className={styles.end}>
          {role === 'taking'
            ? button('cancel', () => act(() => removeSystem(sn)))
            : [button('agree', () => setAgreeing(true)), button('object', () => act(() => objectTo(sn)))]}
        </span>
      </div>
      {role === 'giving' ? <Giving {...handover} timeZone={timeZone} /> : <Taking {...handover} />}
      <Notice kind="danger" text={faultText(fault)} />
      {agreeing && <ReleaseDialog sn={sn} handedOver={called} close={() => setAgreeing(false)} />}
    </li>
  )
}

function Giving({ until, timeZone }: Handover & Pick<Props, 'timeZone'>) {
  const { t } = useTranslation('settings')
  const time = useMoment(until, timeZone ?? browserZone)
  return <Notice kind="warn" text={t('handover.giving', { time })} />
}

function Taking({ until, prove_by, proven }: Handover) {
  const { t } = useTranslation('settings')
  const time = useMoment(until, browserZone)
  const isOver = useNow((now) => Math.sign(now.getTime() - new Date(prove_by).getTime())) >= 0
  const switchBy = useMoment(prove_by, browserZone)
  if (proven) return <p>{t('handover.proven', { time })}</p>
  return <p>{isOver ? t('handover.enterAgain', { time }) : t('handover.switch', { time, switchBy })}</p>
}

function useMoment(at: string, timeZone: string) {
  const format = useFormats()
  const now = useNow((instant) => Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS)
  return format.moment(new Date(at), new Date(now), timeZone)
}
