import type { Country } from '@kellersonne/core/identity/countries'
import { parsePhoneNumberWithError } from 'libphonenumber-js/min'

/**
 * Returns a phone number in international format (E.164), or null if `text` is not one. `country` applies if the
 * number has no country code; if it is null too, the number must have one.
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

/** Formats a number for people: +49 30 1234567. */
export const printedPhone = (number: string): string => {
  try {
    return parsePhoneNumberWithError(number).formatInternational()
  } catch {
    return number
  }
}
