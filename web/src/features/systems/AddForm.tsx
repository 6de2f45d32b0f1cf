import type { Claim } from '@kellersonne/contract/systems/systems'
import { SERIAL_LENGTH } from '@kellersonne/core/systems/systems'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../ui/forms/useRateLimitedSubmit.ts'
import { refreshUser } from '../identity/api/user.ts'
import { claimSystems } from './api.ts'
import { KeyInputs } from './KeyInputs.tsx'
import type { KeyFault } from './keys.ts'
import { Outcome } from './Outcome.tsx'
import styles from './SerialNumbers.module.css'
import { useKeyFields } from './useKeyFields.ts'

const refusals = (claims: readonly Claim[]) =>
  claims.flatMap(({ key, outcome }) =>
    outcome === 'unknown' || outcome === 'taken' ? [[key, outcome] satisfies [string, KeyFault]] : [],
  )

/** Adds several systems at once; sends nothing while a number is invalid (SET-01, SET-02). */
export function AddForm() {
  const { t } = useTranslation('settings')
  const form = useRef<HTMLFormElement>(null)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const keys = useKeyFields()
  const [claims, setClaims] = useState<readonly Claim[]>([])
  const [problem, setProblem] = useState<'empty' | 'invalid' | null>(null)
  const focus = (id: number | undefined) =>
    form.current?.querySelector<HTMLInputElement>(`[name="key${id}"]`)?.focus()

  const shown = useRef(keys.fields.length)
  useEffect(() => {
    const last = keys.fields.at(-1)
    if (keys.fields.length > shown.current) focus(last?.id)
    shown.current = keys.fields.length
  })

  async function add() {
    const outcome = await claimSystems(keys.typed.map(({ text }) => text.trim()))
    keys.retain(new Map(refusals(outcome)))
    await refreshUser()
    setClaims(outcome)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = keys.firstFaulty
    const empty = keys.typed.length === 0
    keys.leaveAll()
    setClaims([])
    setProblem(empty ? 'empty' : wrong ? 'invalid' : null)
    if (empty || wrong) focus((wrong ?? keys.fields[0])?.id)
    else void attempt(add)
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <KeyInputs keys={keys} />
      <p className={styles.hint}>{t('serials.hint', { most: SERIAL_LENGTH })}</p>
      {problem ? (
        <Notice kind="danger" text={t(`serials.${problem}`)} />
      ) : (
        <RateLimitNotice
          fault={fault}
          retryAfterSeconds={retryAfterSeconds}
          own={{ input_invalid: t('serials.invalid') }}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {busy ? t('serials.adding') : t('serials.add')}
        </Button>
        {keys.canGrow && (
          <Button kind="quiet" onClick={keys.grow}>
            <IconPlus size={18} stroke={1.5} aria-hidden />
            {t('serials.another')}
          </Button>
        )}
      </div>
      <Outcome answered={claims} />
    </form>
  )
}
