import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/Dialog.tsx'
import { RateLimitNotice } from '../../ui/forms/RateLimitNotice.tsx'
import { refreshUser } from '../identity/api/user.ts'
import { usePasswordSubmit } from '../identity/fields/usePasswordSubmit.ts'
import { removeSystem } from './api.ts'
import { refreshPairing, usePairing } from './pairing/api.ts'

type Props = {
  sn: SerialNumber
  /** How it is called, if another account waits for it (AUT-17). */
  handedOver?: string
  close: () => void
}

/** Explains what releasing a system means, asks for the password, and does it. */
export function ReleaseDialog({ sn, handedOver, close }: Props) {
  const { t } = useTranslation('settings', 'signIn', 'errors')
  const { password, missing, busy, fault, retryAfterSeconds, submit } = usePasswordSubmit(
    'password_wrong',
    async (secret) => {
      await removeSystem(sn, secret)
      await refreshUser()
      await refreshPairing()
    },
  )
  const wrong = fault?.code === 'password_wrong'
  const isOwn = usePairing().value?.own.some((one) => one.sn === sn)
  const text = isOwn ? t('serials.releaseOwn') : t('serials.releaseText')
  const isHandover = handedOver !== undefined
  const title = isHandover
    ? t('handover.agreeTitle', { name: handedOver })
    : t('serials.releaseTitle', { sn })
  return (
    <Dialog title={title} close={() => !busy && close()}>
      <p>{isHandover ? t('handover.agreeText') : text}</p>
      <form onSubmit={submit} noValidate>
        <PasswordField
          ref={password}
          name="password"
          autoComplete="current-password"
          label={t('signIn:password')}
          showLabel={t('signIn:showPassword')}
          fault={missing ? t('signIn:passwordMissing') : wrong ? t('errors:password_wrong') : null}
        />
        <RateLimitNotice fault={wrong ? null : fault} retryAfterSeconds={retryAfterSeconds} />
        <DialogActions>
          <Button kind="secondary" onClick={close} busy={busy}>
            {t('cancel')}
          </Button>
          <Button kind="danger" type="submit" busy={busy}>
            {isHandover ? t('handover.agreeNow') : t('serials.releaseNow')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
