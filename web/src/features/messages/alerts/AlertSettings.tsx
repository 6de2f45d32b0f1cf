import {
  type AlertChannel,
  channels,
  isChosen,
  type AlertSettings as Settings,
} from '@kellersonne/contract/messages/alerts'
import { alertTopics } from '@kellersonne/core/messages/alerts/causes'
import { IconBell, IconMail } from '@tabler/icons-react'
import { useId } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useUser } from '../../identity/api/user.ts'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import styles from './Alerts.module.css'
import { alertSettings, choose, setQuiet } from './api.ts'
import { pushSettings } from './push/api.ts'
import { Trouble } from './Trouble.tsx'

type Work = (work: () => Promise<void>) => void

const icons = { email: IconMail, push: IconBell } satisfies Record<AlertChannel, unknown>

/** The head of a row within its topic. */
function Way({ channel }: { channel: AlertChannel }) {
  const { t } = useTranslation('alerts')
  const Icon = icons[channel]
  return (
    <th scope="row" className={styles.way}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {t(`settings.channel.${channel}`)}
    </th>
  )
}

type Props = { settings: Settings; ways: readonly AlertChannel[]; owned: OwnedSystems; run: Work }

/** The topics as rows, for each channel, and the systems as columns, each cell a switch. */
function Table({ settings, ways, owned, run }: Props) {
  const { t } = useTranslation('alerts')
  const sns = [...new Set(settings.choices.flatMap(({ sn }) => sn ?? []))]
  const columns = sns.length > 0 ? sns : [null]
  // Where many systems make the table scroll, what concerns all of them is seen without scrolling.
  const across = { colSpan: columns.length, className: columns.length > 1 ? styles.across : undefined }
  // Without a system, all topics that are chosen for each are left out.
  const topics = alertTopics.filter(
    (topic) => !isChosen(topic) || settings.choices.some((one) => one.topic === topic),
  )
  const nameOf = (sn: Settings['choices'][number]['sn']) =>
    sn === null ? t('account') : (owned.names.get(sn) ?? sn)
  const cell = (choice: Settings['choices'][number], channel: AlertChannel) => (
    <Switch
      checked={choice[channel]}
      aria-label={t('settings.cell', {
        topic: t(`settings.topic.${choice.topic}`),
        channel: t(`settings.channel.${channel}`),
        name: nameOf(choice.sn),
      })}
      onChange={({ target }) => run(() => choose(choice, { [channel]: target.checked }))}
    />
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t(sns.length > 0 ? 'settings.caption' : 'settings.accountCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('settings.topicColumn')}</th>
            {columns.map((sn) => (
              <th key={sn} scope="col">
                {nameOf(sn)}
              </th>
            ))}
          </tr>
        </thead>
        {topics.map((topic) => {
          const choices = settings.choices.filter((one) => one.topic === topic)
          const whole = choices.length === 1 && choices[0]?.sn === null
          const cells = (channel: AlertChannel) =>
            choices.map((choice) => (
              <td key={choice.sn} {...(whole && across)}>
                {cell(choice, channel)}
              </td>
            ))
          const isOneRow = ways.length === 1 || choices.length === 0
          return (
            <tbody key={topic}>
              <tr>
                <th scope={isOneRow ? 'row' : 'rowgroup'} colSpan={isOneRow ? 1 : columns.length + 1}>
                  {t(`settings.topic.${topic}`)}
                  <span>{t(`settings.wait.${topic}`)}</span>
                </th>
                {choices.length === 0 && <td {...across}>{t('settings.always')}</td>}
                {isOneRow && cells('email')}
              </tr>
              {!isOneRow &&
                ways.map((channel) => (
                  <tr key={channel}>
                    <Way channel={channel} />
                    {cells(channel)}
                  </tr>
                ))}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

/** Why no mails arrive. */
const reasonOf = (user: { readonly email_confirmed: boolean } | null | undefined) =>
  user ? (user.email_confirmed ? 'server' : 'unconfirmed') : 'unknown'

/** Which topics are sent by e-mail and to browsers, for which systems, and when. */
export function AlertSettings({ owned }: { owned: OwnedSystems }) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const { value, fault } = alertSettings.use()
  const { value: user, fault: noUser } = useUser()
  const { busy, fault: unsaved, run } = useMutation()
  const text = useFaultText()(unsaved)
  const hasBrowser = (pushSettings.use().value?.browsers.length ?? 0) > 0
  return (
    <Card title={t('settings.title')} text={t('settings.intro')}>
      {!value && !fault && (
        <p className={styles.loading} aria-busy="true">
          {t('loading')}
        </p>
      )}
      <Trouble fault={fault} retry={alertSettings.refresh} words={t('settings.failed')} />
      <Notice kind="danger" text={text && `${t('settings.unsaved')} ${text}`} />
      {value && (
        <div aria-busy={busy || undefined}>
          {!value.reachable && (user || noUser) && (
            <Notice kind="warn" text={t(`settings.noMails.${reasonOf(user)}`)} />
          )}
          <Table
            settings={value}
            ways={hasBrowser ? channels : ['email']}
            owned={owned}
            run={(work) => void run(work)}
          />
          {!hasBrowser && <p className={styles.hint}>{t('settings.noBrowser')}</p>}
          {owned.systems.length === 0 && <p className={styles.hint}>{t('settings.noSystem')}</p>}
          <div className={styles.quiet}>
            <label htmlFor={id}>
              {t('settings.quiet')}
              <span>{t('settings.quietText')}</span>
            </label>
            <Switch
              id={id}
              checked={value.quiet}
              onChange={({ target }) => void run(() => setQuiet(target.checked))}
            />
          </div>
        </div>
      )}
    </Card>
  )
}
