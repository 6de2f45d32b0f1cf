import { plainName } from '@kellersonne/core/systems/names'
import type { ReactNode } from 'react'
import { useNow } from '../../platform/clock/useNow.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { MessageCode } from './MessageCode.tsx'
import styles from './MessageDialog.module.css'
import { StateWord } from './StateWord.tsx'
import { isActive, type ShownMessage } from './shown.ts'
import { lastedText, zoneOf } from './wording.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** For one system: the status of the message, when it began and ended, its duration and count. */
export function MessageFacts({ message, view }: { message: ShownMessage; view: LiveViewModel }) {
  const { t } = useTranslation('messages', 'dashboard')
  const dashboard = useTranslation('dashboard').t
  const f = useFormats()
  const { sn, code, state, raisedAt, resolvedAt, count, hasHistory } = message
  const system = view.systems.find((one) => one.sn === sn)
  const timeZone = zoneOf(view.systems, sn)
  const lasted = useNow((now) => lastedText(message, now, { t: dashboard }))
  return (
    <dl className={styles.facts}>
      <Fact name={t('fact.system')}>{t('named', { name: system ? plainName(system) : sn, sn })}</Fact>
      <Fact name={t('fact.state')}>
        <StateWord code={code} state={state} />
      </Fact>
      {(raisedAt || hasHistory) && (
        <Fact name={isActive(message) ? t('fact.since') : t('fact.from')}>
          {raisedAt ? f.moment(raisedAt, view.now, timeZone) : t('beforeYours')}
        </Fact>
      )}
      {resolvedAt && <Fact name={t('fact.until')}>{f.moment(resolvedAt, view.now, timeZone)}</Fact>}
      {raisedAt && (resolvedAt || isActive(message)) && <Fact name={t('fact.lasted')}>{lasted}</Fact>}
      {count !== null && (
        <Fact name={t('fact.count')}>{count === 1 ? t('once') : dashboard('message.times', { count })}</Fact>
      )}
      <Fact name={t('fact.code')}>
        <MessageCode code={code} />
      </Fact>
    </dl>
  )
}
