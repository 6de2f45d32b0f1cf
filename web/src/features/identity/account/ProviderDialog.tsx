import { type FormEvent, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useFaultFocus } from '../../../ui/forms/useFaultFocus.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { askToLink, unlink } from '../api/providerLink.ts'
import { refreshUser } from '../api/user.ts'
import { type Leave, leaveFor } from '../provider/leaveFor.ts'

type Props = {
  name: string
  act: 'link' | 'unlink'
  leave: Leave
  close: () => void
  /** The link has ended; a link that begins leaves the page instead. */
  ended: () => void
}

/** Asks for the password, then goes to the provider to link it, or ends its link (AUT-18). */
export function ProviderDialog({ name, act, leave, close, ended }: Props) {
  const { t } = useTranslation('settings', 'signIn', 'errors')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [missing, setMissing] = useState({ password: false })
  const wrong = fault?.code === 'password_wrong'
  const form = useFaultFocus(missing, fault)

  async function change(password: string) {
    if (act === 'link') return leaveFor(await askToLink(password), leave)
    await unlink(password)
    ended()
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setMissing({ password: password === '' })
    if (password === '') return
    void attempt(async () => {
      try {
        await change(password)
      } catch (cause) {
        // Linked meanwhile, in another tab: the page is out of date.
        if (toFault(cause).code === 'provider_linked') await refreshUser()
        throw cause
      }
    })
  }

  return (
    <Dialog title={t(`provider.${act}Title`, { name })} close={() => !busy && close()}>
      <p>{t(`provider.${act}Text`, { name })}</p>
      <form ref={form} onSubmit={submit} noValidate>
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t('signIn:password')}
          showLabel={t('signIn:showPassword')}
          fault={missing.password ? t('signIn:passwordMissing') : wrong ? t('errors:password_wrong') : null}
        />
        <p>
          <TextLink to="/lock">{t('provider.forgotten')}</TextLink>
        </p>
        <RateLimitNotice fault={wrong ? null : fault} retryAfterSeconds={retryAfterSeconds} />
        <DialogActions>
          <Button kind="secondary" onClick={close} busy={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t(busy ? `provider.${act}Busy` : `provider.${act}Now`, { name })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
