import type { User } from '@kellersonne/contract/accounts'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { countryOf, shownOf, type UserField } from '../data/userChange.ts'
import { CountrySelect } from '../ui/CountrySelect.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PhoneField } from '../ui/PhoneField.tsx'

type Props = {
  user: User
  faultOf: (field: UserField) => string | null
  /** Stands in the field in place of what is known. */
  shown?: string | undefined
}

export function UserEmail({ user, faultOf, shown }: Props) {
  const { t } = useTranslation('user')
  return (
    <Field
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      label={t('email')}
      icon={<IconMail size={18} stroke={1.5} aria-hidden />}
      defaultValue={shown ?? user.email}
      fault={faultOf('email')}
    />
  )
}

/** `country` is where the number is if it does not say, in place of the owner's. */
export function UserPhone({ user, faultOf, shown, country }: Props & { country?: string | undefined }) {
  const { t } = useTranslation('user')
  return (
    <PhoneField
      name="phone"
      label={t('phone')}
      country={country === undefined ? user.country : countryOf(country)}
      defaultValue={shown ?? shownOf(user).phone}
      fault={faultOf('phone')}
    />
  )
}

export function UserCountry({ user, faultOf, shown }: Props) {
  const { t } = useTranslation('user')
  return (
    <CountrySelect
      name="country"
      label={t('country')}
      none={user.country === null ? t('none') : undefined}
      defaultValue={shown ?? user.country ?? ''}
      fault={faultOf('country')}
    />
  )
}

export function CurrentPassword({ faultOf }: Pick<Props, 'faultOf'>) {
  const { t } = useTranslation(['user', 'password'])
  return (
    <PasswordField
      name="current_password"
      autoComplete="current-password"
      label={t('password.current')}
      showLabel={t('password:show')}
      fault={faultOf('current_password')}
    />
  )
}
