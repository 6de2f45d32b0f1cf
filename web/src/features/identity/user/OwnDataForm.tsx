import type { User } from '@kellersonne/contract/identity/accounts'
import { IconCpu } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { draftOf, dropDraft, keepDraft } from '../../../platform/session.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useSystems } from '../../systems/api.ts'
import { changeOf, needsPassword, type Typed, typedIn } from '../api/userChange.ts'
import { EmailState } from '../email/EmailState.tsx'
import { PasswordChoice } from '../fields/PasswordChoice.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { CurrentPassword, UserCountry, UserEmail, UserPhone } from './UserFields.tsx'
import styles from './UserPage.module.css'
import { useUserForm } from './useUserForm.ts'

const FORM = 'user'

type Props = { user: User; changed: () => void; startOver: (saved: Typed) => void }

/** The editable fields of the profile; sent only if something has changed (SET-03). */
export function OwnDataForm({ user, changed, startOver }: Props) {
  const { t } = useTranslation('user')
  const [first] = useSystems()
  const [draft] = useState<Typed>(() => draftOf(FORM) ?? {})
  const [typed, setTyped] = useState(draft)
  const form = useUserForm({ user, saved: startOver })
  const change = changeOf(typed, user)
  const unsaved = Object.keys(change).length > 0 || Boolean(typed.repeat)
  const { email, phone, country } = change

  useEffect(dropDraft, [])
  useEffect(() => {
    const given = Object.entries({ email, phone, country }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const stop = keepDraft(FORM, () => (given.length > 0 ? Object.fromEntries(given) : null))
    return () => void stop()
  }, [email, phone, country])

  const own = { user, faultOf: form.faultOf }
  return (
    <form
      ref={form.form}
      className={styles.form}
      onSubmit={form.submit}
      onInput={({ currentTarget }) => {
        changed()
        setTyped(typedIn(currentTarget))
      }}
      noValidate
    >
      <Card title={t('contact')}>
        <div className={styles.fields}>
          <UserEmail key={user.email} {...own} shown={draft.email} />
          <UserPhone {...own} shown={draft.phone} country={typed.country} />
          <UserCountry {...own} shown={draft.country} />
          <Field
            label={t('firstSerialNumber')}
            icon={<IconCpu size={18} stroke={1.5} aria-hidden />}
            readOnly
            value={first?.sn ?? UNKNOWN}
          />
        </div>
        <EmailState user={user} />
      </Card>
      <Card title={t('password.title')} text={t('password.ends')}>
        <PasswordChoice
          label={t('password.new')}
          email={() => email ?? user.email}
          faults={{ password: form.faultOf('password'), repeat: form.faultOf('repeat') }}
        />
      </Card>
      {needsPassword(change) && (
        <Card title={t('password.confirm')} text={t('password.why')}>
          <div className={styles.fields}>
            <CurrentPassword faultOf={form.faultOf} />
          </div>
        </Card>
      )}
      <RateLimitNotice fault={form.failure} retryAfterSeconds={form.left} />
      <div className={styles.actions}>
        <Button kind="secondary" disabled={!unsaved} onClick={() => startOver({})}>
          {t('discard')}
        </Button>
        <Button type="submit" disabled={!unsaved} busy={form.busy}>
          {form.busy ? t('saving') : t('save')}
        </Button>
      </div>
      <LeaveDialog unsaved={unsaved} />
    </form>
  )
}
