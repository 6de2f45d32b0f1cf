import { entryOf } from '@kellersonne/core/messages/messages'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { useMessages } from './api.ts'
import styles from './MessageDialog.module.css'
import { MessageFacts } from './MessageFacts.tsx'
import { currentMessage, isActive, type ShownMessage } from './shown.ts'

type Props = {
  /** At least one, all with the same code. */
  messages: readonly ShownMessage[]
  view: LiveViewModel
  close: () => void
}

const sections = ['meaning', 'effect', 'advice', 'help'] as const

/** Everything about a message, or about the same message at several systems, kept up to date. */
export function MessageDialog({ messages, view, close }: Props) {
  const { t } = useTranslation('messages', 'flags', 'common')
  const { list, live } = useMessages({ sn: systemOf(messages), page: 1, open: null, severity: null })
  const [stood] = useState(() => messages.some(isActive))
  const current = messages.map((message) => currentMessage(message, list, live))
  const isStillActive = current.some(isActive)
  const code = messages[0]?.code ?? ''
  const entry = entryOf(code)
  return (
    <Dialog title={t(`flags:${entry}.text`, { code })} close={close}>
      <Notice kind="ok" text={stood && !isStillActive ? t('overNow') : null} />
      {sections.map((section) => (
        <section key={section} className={styles.section}>
          <h3>{t(section)}</h3>
          <p>{t(`about.${entry}.${section}`, { code })}</p>
        </section>
      ))}
      {current.map((message) => (
        <MessageFacts key={message.sn} message={message} view={view} />
      ))}
      <DialogActions>
        <Button onClick={close}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The messages' system; the total if there are several. */
function systemOf([first, ...rest]: readonly ShownMessage[]): SerialNumber | typeof TOTAL {
  return first && rest.length === 0 ? first.sn : TOTAL
}
