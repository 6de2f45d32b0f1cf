import type { CommandName, IssuedCommand } from '@kellersonne/core/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { issueCommand } from '../api.ts'
import styles from './Commands.module.css'

type Props = {
  command: CommandName
  sn: SerialNumber
  /** The system's display name. */
  name: string
  /** Why it can no longer be issued, although it could when the dialog was opened. */
  blocked: string | null
  close: () => void
  given: (command: IssuedCommand) => void
}

/** Explains a command, its duration and its effect on the house, and issues it. */
export function CommandDialog({ command, sn, name, blocked, close, given }: Props) {
  const { t } = useTranslation('commands')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const send = () => attempt(async () => given(await issueCommand(sn, command)))
  const own = {
    unit_offline: t('blocked.offline', { name }),
    not_found: t('refusedHere.not_found'),
    network: t('refusedHere.network'),
  }
  return (
    <Dialog title={t(`confirm.title.${command}`, { name })} close={close}>
      <dl className={styles.consequences}>
        {(['happens', 'takes', 'house'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`confirm.${part}`)}</dt>
            <dd>{t(`${part}.${command}`)}</dd>
          </div>
        ))}
      </dl>
      {blocked ? (
        <Notice kind="warn" text={blocked} />
      ) : (
        <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} own={own} />
      )}
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('confirm.cancel')}
        </Button>
        <Button
          busy={busy}
          disabled={blocked !== null || (retryAfterSeconds ?? 0) > 0}
          onClick={() => void send()}
        >
          {t(`confirm.send.${command}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
