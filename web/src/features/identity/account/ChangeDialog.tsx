import type { User } from '@kellersonne/contract/identity/accounts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import type { Typed, UserField } from '../api/userChange.ts'
import { PasswordChoice } from '../fields/PasswordChoice.tsx'
import { CurrentPassword, UserCountry, UserEmail, UserPhone } from '../user/UserFields.tsx'
import { useUserForm } from '../user/useUserForm.ts'

/** The field to change. */
export type Subject = 'email' | 'password' | 'phone' | 'country'
type Own = { user: User; faultOf: (field: UserField) => string | null }
type Props = { user: User; subject: Subject; close: () => void; saved: (change: Typed) => void }

export const changeTitles = {
  email: 'account.changeEmail',
  password: 'account.changePassword',
  phone: 'account.changePhone',
  country: 'account.changeCountry',
} as const

const Fields = ({ subject, ...own }: Own & { subject: Subject }) => {
  if (subject === 'phone') return <UserPhone {...own} />
  if (subject === 'country') return <UserCountry {...own} />
  return (
    <>
      {subject === 'email' ? <UserEmail {...own} /> : <NewPassword {...own} />}
      <CurrentPassword faultOf={own.faultOf} />
    </>
  )
}

function NewPassword({ user, faultOf }: Own) {
  const { t } = useTranslation('user')
  return (
    <PasswordChoice
      label={t('password.new')}
      email={() => user.email}
      faults={{ password: faultOf('password'), repeat: faultOf('repeat') }}
    />
  )
}

/** A dialog that changes one field of the owner's profile. */
export function ChangeDialog({ user, subject, close, saved }: Props) {
  const { t } = useTranslation('settings')
  const form = useUserForm({ user, required: [subject], saved })
  return (
    <Dialog title={t(changeTitles[subject])} close={close}>
      {subject === 'email' && <p>{t('account.emailNote')}</p>}
      {subject === 'password' && <p>{t('account.passwordNote')}</p>}
      <form ref={form.form} onSubmit={form.submit} noValidate>
        <Fields subject={subject} user={user} faultOf={form.faultOf} />
        <RateLimitNotice fault={form.failure} retryAfterSeconds={form.left} />
        <DialogActions>
          <Button kind="secondary" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={form.busy}>
            {form.busy ? t('saving') : t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
