import type { User } from '@kellersonne/contract/identity/accounts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import list from '../../../ui/layout/List.module.css'
import { refreshUser, useUser } from '../api/user.ts'
import { shownOf, type Typed } from '../api/userChange.ts'
import { EmailState } from '../email/EmailState.tsx'
import { useMailed } from '../email/useMailed.ts'
import { EmailAddress } from '../fields/EmailAddress.tsx'
import { leavePage } from '../provider/leaveFor.ts'
import styles from './Account.module.css'
import { ChangeDialog, changeTitles, type Subject } from './ChangeDialog.tsx'
import { ProviderRow } from './ProviderRow.tsx'

const DOTS = '••••••••••'
type Done = 'saved' | 'mailed' | 'passwordSaved' | 'unchanged' | { readonly unlinked: string }

function outcomeOf({ email, password, ...rest }: Typed): Done {
  if (email !== undefined) return 'mailed'
  if (password !== undefined) return 'passwordSaved'
  return Object.keys(rest).length > 0 ? 'saved' : 'unchanged'
}

function Rows({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const mailed = useMailed(user)
  const format = useFormats()
  const [open, setOpen] = useState<Subject | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const { email, phone, country } = shownOf(user)
  const rows: readonly [Subject, ReactNode][] = [
    ['email', <EmailAddress key="email" address={email} />],
    ['password', DOTS],
    ['phone', phone || t('account.none')],
    ['country', country === '' ? t('account.none') : format.country(country)],
  ]

  function textOf(how: Done) {
    if (typeof how === 'object') return t('provider.ended', { name: how.unlinked })
    return how === 'mailed' ? mailed : t(`account.${how}`)
  }
  function begin(subject: Subject) {
    setDone(null)
    setOpen(subject)
  }
  function end(change: Typed) {
    setOpen(null)
    setDone(outcomeOf(change))
  }

  return (
    <>
      <ul className={list.list}>
        {rows.map(([subject, value]) => (
          <li key={subject}>
            <span className={styles.name}>{t(`account.${subject}`)}</span>
            <span className={styles.value} aria-hidden={value === DOTS || undefined}>
              {value}
            </span>
            <TextButton aria-label={t(changeTitles[subject])} onClick={() => begin(subject)}>
              {t('change')}
            </TextButton>
          </li>
        ))}
        <ProviderRow
          user={user}
          leave={leavePage}
          opened={() => setDone(null)}
          ended={(unlinked) => setDone({ unlinked })}
        />
      </ul>
      <EmailState user={user} />
      <div className={styles.done}>
        <Notice kind={done === 'unchanged' ? 'info' : 'ok'} text={done && textOf(done)} />
      </div>
      {open && <ChangeDialog user={user} subject={open} close={() => setOpen(null)} saved={end} />}
    </>
  )
}

/** The owner's profile, each field with its own dialog (SET-03). */
export function Account() {
  const { t } = useTranslation('settings')
  const { value: user, fault } = useUser()
  return (
    <Card title={t('account.title')} text={t('account.text')}>
      <Pending known={user !== null} fault={user === null ? fault : null} retry={refreshUser} />
      {user && <Rows user={user} />}
    </Card>
  )
}
