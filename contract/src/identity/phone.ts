import type { Country } from '@kellersonne/core/identity/countries'
import { parsePhoneNumberWithError } from 'libphonenumber-js/min'

/**
 * A phone number as it is dialled from anywhere (E.164), or null where `text` is none. `country` is where it is
 * if it does not say; where that is null too, it must.
 */
export function phoneNumber(text: string, country: Country | null): string | null {
  try {
    const number = parsePhoneNumberWithError(text, {
      ...(country && { defaultCountry: country }),
      extract: false,
    })
    return number.isValid() ? number.number : null
  } catch {
    return null
  }
}

/** As people read it: +49 30 1234567. */
export const printedPhone = (number: string): string => {
  try {
    return parsePhoneNumberWithError(number).formatInternational()
  } catch {
    return number
  }
}
