import {
  type AlertChannel,
  type AlertChoice,
  isChosen,
  type AlertSettings as Settings,
} from '@kellersonne/contract/messages/alerts'
import { type AlertTopic, alertTopics } from '@kellersonne/core/messages/alerts/causes'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { IconBell, IconMail } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import styles from './Alerts.module.css'
import { choose } from './api.ts'

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

type AllProps = {
  choices: Settings['choices']
  channel: AlertChannel
  labelOf: (name: string) => string
  run: Work
}

/** Switches a topic at all systems: on, unless it is on at each. */
function AllSwitch({ choices, channel, labelOf, run }: AllProps) {
  const { t } = useTranslation('alerts')
  const [first] = choices
  const on = choices.filter((one) => one[channel]).length
  const some = on > 0 && on < choices.length && t('settings.some', { number: on, all: choices.length })
  return (
    first && (
      <>
        <Switch
          checked={on === choices.length}
          aria-label={labelOf([t('settings.all'), some].filter(Boolean).join(', '))}
          onChange={({ target }) =>
            run(() => choose({ sn: TOTAL, topic: first.topic }, { [channel]: target.checked }))
          }
        />
        {some && (
          <span className={styles.some} aria-hidden>
            {some}
          </span>
        )}
      </>
    )
  )
}

type Props = { settings: Settings; ways: readonly AlertChannel[]; owned: OwnedSystems; run: Work }

/** The topics as rows, for each channel, and the systems as columns, each cell a switch; the first of several is all of them. */
export function SettingsTable({ settings, ways, owned, run }: Props) {
  const { t } = useTranslation('alerts')
  const sns = [...new Set(settings.choices.flatMap(({ sn }) => sn ?? []))]
  const hasAll = sns.length > 1
  const columns: readonly (AlertChoice['sn'] | typeof TOTAL)[] = hasAll
    ? [TOTAL, ...sns]
    : sns.length > 0
      ? sns
      : [null]
  // Where many systems make the table scroll, what concerns all of them is seen without scrolling.
  const across = { colSpan: columns.length, className: columns.length > 1 ? styles.across : undefined }
  // Without a system, all topics that are chosen for each are left out.
  const topics = alertTopics.filter(
    (topic) => !isChosen(topic) || settings.choices.some((one) => one.topic === topic),
  )
  const nameOf = (sn: (typeof columns)[number]) => {
    if (sn === null) return t('account')
    return sn === TOTAL ? t('settings.all') : (owned.names.get(sn) ?? sn)
  }
  const label = (topic: AlertTopic, channel: AlertChannel, name: string) =>
    t('settings.cell', {
      ...{ topic: t(`settings.topic.${topic}`), channel: t(`settings.channel.${channel}`), name },
    })
  const cell = (choice: AlertChoice, channel: AlertChannel) => (
    <Switch
      checked={choice[channel]}
      aria-label={label(choice.topic, channel, nameOf(choice.sn))}
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
          const isOfSystems = choices.some(({ sn }) => sn !== null)
          const cells = (channel: AlertChannel) => (
            <>
              {hasAll && isOfSystems && (
                <td>
                  <AllSwitch {...{ choices, channel, run }} labelOf={(name) => label(topic, channel, name)} />
                </td>
              )}
              {choices.map((choice) => (
                <td key={choice.sn} {...(!isOfSystems && across)}>
                  {cell(choice, channel)}
                </td>
              ))}
            </>
          )
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
