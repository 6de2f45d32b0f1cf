import { phoneNumber, printedPhone } from '@kellersonne/contract/identity/phone'
import type { Country } from '@kellersonne/core/identity/countries'
import { IconPhone } from '@tabler/icons-react'
import type { ComponentProps, FocusEvent } from 'react'
import { Field } from '../../../ui/controls/Field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'icon'> & {
  /** The country of numbers without a country code. */
  country: Country | null
}

/** A field for a phone number, formatted when it loses the focus. */
export function PhoneField({ country, onBlur, ...field }: Props) {
  function left(event: FocusEvent<HTMLInputElement>) {
    const number = phoneNumber(event.currentTarget.value, country)
    if (number !== null) event.currentTarget.value = printedPhone(number)
    onBlur?.(event)
  }
  return (
    <Field
      {...field}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      icon={<IconPhone size={18} stroke={1.5} aria-hidden />}
      onBlur={left}
    />
  )
}
