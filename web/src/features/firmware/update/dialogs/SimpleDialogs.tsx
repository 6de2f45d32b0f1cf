import type { WizardDialog } from '@kellersonne/core/firmware/wizard/view'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/Dialog.tsx'

type Props = {
  name: string
  /** The number of parts in the update. */
  total: number
  confirm: () => void
  dismiss: () => void
}

/** UPD-10, UPD-12: a message with a single action. */
export function NoticeDialog({
  kind,
  name,
  total,
  dismiss,
}: Omit<Props, 'confirm'> & { kind: NoticeDialogKind }) {
  const { t } = useTranslation('updates')
  const id = `told-${kind}`
  const alert = kind === 'startCancelled' ? { word: t('dialog.error'), describedBy: id } : undefined
  return (
    <Dialog title={t(`dialog.${kind}.title`, { total })} close={dismiss} {...(alert && { alert })}>
      <p id={id}>{t(`dialog.${kind}.text`, { name })}</p>
      <DialogActions>
        <Button onClick={dismiss}>{t('dialog.understood')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** UPD-07: explains the consequences of going back before it happens. */
export function QuestionDialog({
  kind,
  name,
  confirm,
  dismiss,
}: Omit<Props, 'total'> & { kind: QuestionDialogKind }) {
  const { t } = useTranslation('updates')
  return (
    <Dialog title={t(`dialog.${kind}.title`, { name })} close={dismiss}>
      <p>{t(`dialog.${kind}.text`, { name })}</p>
      <DialogActions>
        <Button kind="secondary" onClick={dismiss}>
          {t(`dialog.${kind}.stay`)}
        </Button>
        <Button kind="danger" onClick={confirm}>
          {t(`dialog.${kind}.go`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** UPD-15: the session has ended while the wizard was open. */
export function SignedOutDialog({ leave }: { leave: () => void }) {
  const { t } = useTranslation('updates')
  const id = 'signed-out'
  return (
    <Dialog
      title={t('dialog.signedOut.title')}
      close={leave}
      alert={{ word: t('dialog.error'), describedBy: id }}
    >
      <p id={id}>{t('dialog.signedOut.text')}</p>
      <DialogActions>
        <Button onClick={leave}>{t('dialog.signedOut.go')}</Button>
      </DialogActions>
    </Dialog>
  )
}

export type NoticeDialogKind = Extract<WizardDialog, 'startCancelled' | 'started' | 'several'>
export type QuestionDialogKind = Extract<WizardDialog, 'cancel' | 'leave'>
