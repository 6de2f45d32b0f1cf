import { NAME_LENGTH, readName } from '@kellersonne/core/systems/names'
import type { SystemEntry } from '@kellersonne/core/systems/systems'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { keepDraft } from '../../platform/session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { RateLimitNotice } from '../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../ui/forms/useRateLimitedSubmit.ts'
import { renameSystem } from './api.ts'
import styles from './NameForm.module.css'

/** The draft of a name that is being typed. */
export const NAME_FORM = 'name'

type Props = { system: SystemEntry; draft: string | null; renamed: () => void; close: () => void }

/** Names a system (SET-07). What is too long is said, never cut: that could break a character apart. */
export function NameForm({ system: { sn, name }, draft, renamed, close }: Props) {
  const { t } = useTranslation('settings')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [typed, setTyped] = useState(draft ?? name ?? '')
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('input')
  const read = readName(typed)
  const wrong = sent && 'fault' in read ? read.fault : null

  useEffect(() => {
    const input = form.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  useEffect(() => {
    const stop = keepDraft(NAME_FORM, () => ({ sn, name: typed }))
    return () => void stop()
  }, [sn, typed])

  function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if ('fault' in read) field()?.focus()
    else
      void attempt(async () => {
        await renameSystem(sn, typed)
        renamed()
        close()
      })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close()

  return (
    <form ref={form} className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Field
        name="name"
        label={t('serials.nameOf', { sn })}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        hint={t('serials.nameHint')}
        fault={wrong && t(`serials.nameFault.${wrong}`, { most: NAME_LENGTH })}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {busy ? t('saving') : t('save')}
        </Button>
        <Button kind="secondary" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
    </form>
  )
}
