import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { countries } from '@kellersonne/core/identity/countries'
import { IconCpu, IconExternalLink } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { KeyField } from '../../systems/KeyField.tsx'
import { useOwnSystems } from '../../systems/pairing/api.ts'
import { CountrySelect } from '../fields/CountrySelect.tsx'
import { EmailField } from '../fields/EmailField.tsx'
import { PasswordChoice } from '../fields/PasswordChoice.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { type Field as FieldName, keyFields, nothing } from './fields.ts'

type Fault = { faultOf: (field: FieldName) => string | null }

const KeyFields = ({ faultOf }: Fault) => {
  const { t } = useTranslation('register')
  const { value: own } = useOwnSystems()
  const keys = keyFields.map((name) => (
    <KeyField
      key={name}
      name={name}
      label={t(name)}
      hint={name === 'key1' ? t('keyHint') : null}
      icon={<IconCpu size={18} stroke={1.5} aria-hidden />}
      fault={faultOf(name)}
    />
  ))
  return (
    <>
      {keys.slice(0, 1)}
      <div className={styles.pair}>{keys.slice(1)}</div>
      {own?.available && (
        <Checkbox name="own_system" value="true" label={t('ownSystem')} fault={faultOf('own_system')} />
      )}
    </>
  )
}

const Terms = ({ faultOf }: Fault) => {
  const { t } = useTranslation('register', 'common')
  return (
    <div>
      <Checkbox name="terms" value={TERMS_VERSION} label={t('terms')} fault={faultOf('terms')} />
      <p className={styles.beside}>
        <a href="/terms" target="_blank" rel="noopener">
          {t('termsLink', { version: TERMS_VERSION })}
          <IconExternalLink size={15} stroke={1.5} aria-hidden />
          <span className="visually-hidden">{t('common:newTab')}</span>
        </a>
      </p>
    </div>
  )
}

type Props = Fault & {
  /** Known from the second provider; otherwise empty. */
  knownEmail: string
  email: RefObject<HTMLInputElement | null>
}

/** The registration fields. They are uncontrolled: re-renders lose nothing typed. */
export function RegisterFields({ faultOf, knownEmail, email }: Props) {
  const { t } = useTranslation('register')
  const [country, setCountry] = useState(nothing.country)
  useEffect(() => email.current?.focus(), [email])
  return (
    <>
      <EmailField ref={email} defaultValue={knownEmail} label={t('email')} fault={faultOf('email')} />
      <PasswordChoice
        label={t('password')}
        email={() => email.current?.value ?? ''}
        faults={{ password: faultOf('password'), repeat: faultOf('repeat') }}
      />
      <div className={styles.pair}>
        <CountrySelect
          name="country"
          label={t('country')}
          value={country}
          onChange={({ currentTarget }) => setCountry(currentTarget.value)}
          fault={faultOf('country')}
        />
        <PhoneField
          name="phone"
          label={t('phone')}
          country={countries.find((code) => code === country) ?? null}
          fault={faultOf('phone')}
        />
      </div>
      <KeyFields faultOf={faultOf} />
      <Terms faultOf={faultOf} />
    </>
  )
}
