import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { balanceOf } from '../../energy/api/balance.ts'
import { forecastOf } from '../../energy/api/forecast.ts'
import { ForecastLinks } from '../../energy/forecast/ForecastLinks.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { explain, neededData } from './contents.ts'
import styles from './Explanation.module.css'
import { ExplanationBody } from './ExplanationBody.tsx'
import { Outlook } from './Outlook.tsx'
import { nameOf, type Topic, termOf } from './topics.ts'
import { useFirstAnswer } from './useFirstAnswer.ts'

type Props = { topic: Topic; view: LiveViewModel; close: () => void }

/** How a number was derived, with the values at the time it was opened (DSH-11). */
export function Explanation({ topic, view, close }: Props) {
  const { t } = useTranslation('explain')
  const { t: d } = useTranslation('dashboard')
  const { t: w } = useTranslation('forecast')
  const f = useFormats()
  const [seen] = useState(view)
  const need = neededData(topic)
  const balance = useFirstAnswer(need === 'balance' ? balanceOf(seen.active) : null)
  const forecast = useFirstAnswer(need === 'forecast' ? forecastOf(seen.active) : null)
  const name = nameOf(topic, d)
  const snapshot = balance && forecast && { view: seen, balance: balance.value, forecast: forecast.value }
  const [only] = seen.chosen
  return (
    <Dialog title={t('title', { name })} close={close}>
      {snapshot ? (
        <ExplanationBody
          {...explain(topic, snapshot, { t, d, w, f })}
          now={seen.now}
          timeZone={seen.values.timeZone}
        />
      ) : (
        <p aria-busy="true">{t('loading')}</p>
      )}
      {need === 'forecast' && snapshot && <ForecastLinks system={seen.active} forecast={snapshot.forecast} />}
      {topic === 'soc' && seen.chosen.length === 1 && only && (
        <Outlook sn={only.sn} timeZone={only.timeZone} heading={t('outlook.title')} />
      )}
      <div className={styles.foot}>
        <TextLink to={termOf(topic)}>{t('glossary')}</TextLink>
        <Button kind="secondary" onClick={close}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
