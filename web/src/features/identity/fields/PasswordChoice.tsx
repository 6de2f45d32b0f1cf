import { type Ref, useId, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import styles from './PasswordChoice.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'
import { useStrength } from './useStrength.ts'

type Props = {
  label: string
  /** The address the password will belong to, as far as it is known. */
  email: () => string
  /** Errors of the fields `password` and `repeat`. */
  faults: { password: string | null; repeat: string | null }
  ref?: Ref<HTMLInputElement>
}

/** A new password, typed twice, with its rules and strength. */
export function PasswordChoice({ label, email, faults, ref }: Props) {
  const { t } = useTranslation('password')
  const [typed, setTyped] = useState({ password: '', email: '' })
  const [strength, loadJudge] = useStrength(typed.password, typed.email)
  const rules = useId()
  const common = { autoComplete: 'new-password', showLabel: t('show') }
  return (
    <div className={styles.choice}>
      <div className={styles.fields}>
        <PasswordField
          {...common}
          ref={ref}
          name="password"
          label={label}
          fault={faults.password}
          describedBy={rules}
          onFocus={loadJudge}
          onChange={({ currentTarget }) => setTyped({ password: currentTarget.value, email: email() })}
        />
        <div className={styles.needs}>
          <PasswordRules id={rules} password={typed.password} />
          <StrengthMeter strength={strength} />
        </div>
        <PasswordField {...common} name="repeat" label={t('repeat')} fault={faults.repeat} />
      </div>
    </div>
  )
}
