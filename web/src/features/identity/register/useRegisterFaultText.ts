import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { SERIAL_LENGTH } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { usePasswordFaultText } from '../fields/usePasswordFaultText.ts'
import { type Field, keyFields } from './fields.ts'

const missing = (broken: FieldRule) => (broken === 'required' ? 'required' : 'format')

/** Returns a function that gives the text for a rule a registration field breaks; null if it breaks none (AUT-03, AUT-05). */
export function useRegisterFaultText() {
  const { t } = useTranslation('register', 'password')
  const ofPassword = usePasswordFaultText()

  function ofKey(field: (typeof keyFields)[number], broken: FieldRule) {
    const place = keyFields.indexOf(field) + 1
    switch (broken) {
      case 'required':
      case 'checksum':
      case 'repeated':
      case 'unknown':
        return t(`fault.key.${broken}`)
      case 'taken':
        return t('fault.key.taken', { place })
      default:
        return t('fault.key.format', { most: SERIAL_LENGTH })
    }
  }

  return (field: Field, broken: FieldRule | undefined): string | null => {
    if (broken === undefined) return null
    switch (field) {
      case 'email':
        return broken === 'taken' ? t('fault.email.taken') : t(`fault.email.${missing(broken)}`)
      case 'password':
        return ofPassword(broken)
      case 'repeat':
        return t('password:fault.repeat')
      case 'phone':
        return t(`fault.phone.${missing(broken)}`)
      case 'country':
      case 'own_system':
      case 'terms':
        return t(`fault.${field}`)
      default:
        return ofKey(field, broken)
    }
  }
}
