import type { WireAlert } from '@kellersonne/contract/messages/alerts'
import { mutes } from '@kellersonne/core/messages/alerts/quiet'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import styles from './Alerts.module.css'
import { mute } from './api.ts'

type Props = {
  alert: WireAlert
  what: string
  /** Until when it is muted, in words; null = it is not. */
  muted: string | null
}

/** Mutes an alert that is not over, or unmutes it. */
export function MuteControl({ alert, what, muted }: Props) {
  const { t } = useTranslation('alerts')
  const { busy, fault, run } = useMutation()
  const text = useFaultText()(fault)
  return (
    <div className={styles.mute}>
      {muted === null ? (
        <Select
          data-screen
          label={t('mute.label', { what })}
          labelHidden
          value=""
          disabled={busy}
          options={[
            { value: '', label: t('mute.choose') },
            ...mutes.map((value) => ({ value, label: t(`mute.for.${value}`) })),
          ]}
          onChange={({ target }) => {
            const how = mutes.find((one) => one === target.value)
            if (how) void run(() => mute(alert, how))
          }}
        />
      ) : (
        <p className={styles.muted}>
          {muted}{' '}
          <TextButton onClick={() => void run(() => mute(alert, 'none'))}>{t('mute.undo')}</TextButton>
        </p>
      )}
      <Notice kind="danger" text={text && `${t('mute.failed')} ${text}`} />
    </div>
  )
}
