import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useFaultFocus } from '../../../ui/forms/useFaultFocus.ts'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { refreshUser, removeUser, useUser } from '../api/user.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { ContactLink } from './ContactLink.tsx'
import styles from './Deletion.module.css'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const none = { password: false, word: false }

/** Asks for the password and a confirmation word, then deletes the account. */
export function DeletionDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('settings', 'signIn', 'errors')
  const faultText = useFaultText()
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [missing, setMissing] = useState(none)
  const giving = useHandovers()
  const wrong = fault?.code === 'password_wrong'
  // The text of an internal fault says nothing more.
  const reason = fault && fault.code !== 'internal' ? ` ${faultText(fault)}` : ''
  const word = t('deletion.word')
  const form = useFaultFocus(missing, fault)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const password = text(typed, 'password')
    const lacks = {
      password: password === '',
      word: text(typed, 'word').trim().toLocaleUpperCase() !== word,
    }
    setMissing(lacks)
    if (!lacks.password && !lacks.word) void attempt(() => removeUser(password))
  }

  return (
    <Dialog title={t('deletion.dialogTitle')} close={() => !busy && close()}>
      <ul className={styles.list}>
        <li>{t('deletion.goes')}</li>
        <li>
          {t('deletion.stays')} <ContactLink />
        </li>
        {giving.map(({ sn }) => (
          <li key={sn}>{t('deletion.handover', { sn })}</li>
        ))}
        <li>{t('deletion.final')}</li>
      </ul>
      <ExportButton />
      <form ref={form} onSubmit={submit} noValidate>
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t('signIn:password')}
          showLabel={t('signIn:showPassword')}
          fault={missing.password ? t('signIn:passwordMissing') : wrong ? t('errors:password_wrong') : null}
        />
        <Field
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          label={t('deletion.typeWord', { word })}
          fault={missing.word ? t('deletion.wordMissing', { word }) : null}
        />
        <RateLimitNotice
          fault={wrong ? null : fault}
          retryAfterSeconds={retryAfterSeconds}
          own={fault ? { [fault.code]: t('deletion.failed') + reason } : {}}
        />
        <DialogActions>
          <Button kind="secondary" onClick={close} busy={busy}>
            {t('cancel')}
          </Button>
          <Button kind="danger" type="submit" busy={busy}>
            {busy ? t('deletion.busy') : t('deletion.now')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The owner's systems for which another account waits: asked anew, as that may have begun since the page was opened. */
function useHandovers() {
  const { value: user } = useUser()
  useEffect(() => void refreshUser(), [])
  return user?.handovers.filter(({ role }) => role === 'giving') ?? []
}
