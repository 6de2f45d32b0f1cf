import type { User } from '@kellersonne/contract/identity/accounts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import { countryOf, shownOf, type UserField } from '../api/userChange.ts'
import { CountrySelect } from '../fields/CountrySelect.tsx'
import { EmailField } from '../fields/EmailField.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'

type Props = {
  user: User
  faultOf: (field: UserField) => string | null
  /** Initial value in place of the saved one. */
  shown?: string | undefined
}

export function UserEmail({ user, faultOf, shown }: Props) {
  const { t } = useTranslation('user')
  return (
    <EmailField
      autoComplete="email"
      label={t('email')}
      defaultValue={shown ?? user.email}
      fault={faultOf('email')}
    />
  )
}

/** `country`: the country of numbers without a country code, in place of the owner's. */
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
  const { t } = useTranslation('user', 'password')
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
