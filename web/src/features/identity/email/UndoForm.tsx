import type { FormEvent } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { undoEmailChange } from '../api/email.ts'
import type { LinkEnd } from './LinkPage.tsx'
import list from './Undo.module.css'

type Props = { token: string; ended: (how: LinkEnd) => void }

const effects = ['address', 'devices', 'provider', 'password'] as const

/** Explains the undo and asks for confirmation: a mail program may follow a link, but does not press buttons. */
export function UndoForm({ token, ended }: Props) {
  const { t } = useTranslation('email')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await attempt(async () => {
      try {
        ended({ email: await undoEmailChange(token) })
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        ended('failed')
      }
    })
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>{t('undo.intro')}</p>
      <ul className={list.effects}>
        {effects.map((effect) => (
          <li key={effect}>{t(`undo.${effect}`)}</li>
        ))}
      </ul>
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
      <Button type="submit" busy={busy}>
        {busy ? t('undo.busy') : t('undo.submit')}
      </Button>
    </form>
  )
}
