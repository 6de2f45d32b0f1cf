import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import { useMessages } from '../../messages/api.ts'
import { MessageRows } from '../../messages/MessageRows.tsx'
import { lastMessages, type ShownMessage } from '../../messages/shown.ts'
import { Chip } from '../Chip.tsx'
import styles from './GridProtection.module.css'

const MOST = 3
const CODE = 'na_schutz'
const isOfProtection = ({ code }: Pick<ShownMessage, 'code'>) => code === CODE

type Props = {
  /** View of one system. */
  view: LiveViewModel
  /** True if it is online. */
  online: boolean
}

function stateOf(online: boolean, off: boolean, { messagesKnown }: LiveViewModel) {
  if (!online) return 'unknown'
  if (off) return 'off'
  return messagesKnown ? 'fine' : 'unknown'
}

/** Whether grid protection has switched the battery off, and when it did so before. */
export function GridProtection({ view, online }: Props) {
  const { t } = useTranslation('batteries')
  const { list, fault, retry, live } = useMessages({
    ...{ sn: view.active, page: 1 },
    ...{ open: null, severity: null, code: CODE },
  })
  const episodes = lastMessages(list, live).filter(isOfProtection)
  const off = view.chosen.some(({ messages }) => messages.some(isOfProtection))
  const state = stateOf(online, off, view)
  const tones = { off: 'warn', fine: 'ok', unknown: 'calm' } as const
  return (
    <Card title={t('protection.title')} aside={<Chip tone={tones[state]}>{t(`protection.${state}`)}</Chip>}>
      <p className={styles.text}>{t('protection.explain')}</p>
      <MessageRows messages={episodes.slice(0, MOST)} view={view} />
      <Pending known={list !== null} fault={fault} retry={retry} />
      {list && episodes.length === 0 && view.values.lastOnline !== null && view.messagesKnown && (
        <p className={styles.none}>{t('protection.none')}</p>
      )}
    </Card>
  )
}
