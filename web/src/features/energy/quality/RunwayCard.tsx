import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { runwayOf } from '../api/quality.ts'
import styles from './Quality.module.css'
import { RunwayPicture } from './RunwayPicture.tsx'
import { runwaySentence } from './runwayWords.ts'

type Props = { sn: SerialNumber; timeZone: string }

/** When the battery will live on the sun again: one sentence and one picture. */
export function RunwayCard({ sn, timeZone }: Props) {
  const { t } = useTranslation('quality', 'common')
  const f = useFormats()
  const faultText = useFaultText()
  const resource = runwayOf(sn)
  const { value: answer, fault } = resource.use()
  const today = useNow((now) => dayOf(now, timeZone))
  const value = answer?.runway ?? null
  const sentence = runwaySentence(value, today, { t, f })
  return (
    <Card title={t('runway.title')} {...(value && { text: t('runway.aside') })}>
      {answer ? (
        <>
          <p className={styles.sentence}>{sentence}</p>
          {value && (
            <>
              <RunwayPicture runway={value} sentence={sentence} />
              <p className={styles.basis}>
                {t(`runway.${value.basis}`)} {t('runway.meaning')}
              </p>
            </>
          )}
        </>
      ) : fault ? (
        <div role="alert">
          <p>
            {t('runway.failed')} {faultText(fault)}
          </p>
          <Button onClick={() => void resource.refresh()}>{t('common:retry')}</Button>
        </div>
      ) : (
        <p role="status" aria-busy="true">
          {t('loading')}
        </p>
      )}
    </Card>
  )
}
