import { changeUser, type User } from '@kellersonne/contract/identity/accounts'
import { phoneNumber, printedPhone } from '@kellersonne/contract/identity/phone'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'
import { countries } from '@kellersonne/core/identity/countries'
import type { ApiError } from '../../../platform/client/client.ts'
import type { UserChange } from './user.ts'

/** Fields of the profile forms. A form may omit some. */
const userFields = ['email', 'phone', 'country', 'password', 'repeat', 'current_password'] as const
export type UserField = (typeof userFields)[number]
export type Typed = Readonly<Partial<Record<UserField, string>>>
export type UserFaults = Readonly<Partial<Record<UserField, FieldRule>>>

/** The profile as shown in a form. */
export const shownOf = ({ email, phone, country }: User) => ({
  email,
  phone: phone === null ? '' : printedPhone(phone),
  country: country ?? '',
})

export function typedIn(form: HTMLFormElement): Typed {
  const values = new FormData(form)
  const given = userFields.filter((field) => values.has(field))
  return Object.fromEntries(given.map((field) => [field, String(values.get(field))]))
}

/** Returns the fields that differ from the profile. */
export function changeOf(typed: Typed, user: User): Typed {
  const was: Typed = { ...shownOf(user), password: '' }
  const differs = (field: UserField) => (typed[field] ?? was[field])?.trim() !== was[field]
  const fields = (['email', 'phone', 'country', 'password'] as const).filter(differs)
  return Object.fromEntries(fields.map((field) => [field, typed[field]]))
}

/** True if a change requires the current password. */
export const needsPassword = ({ email, password }: Typed) => email !== undefined || password !== undefined

/** Errors from the schema, by field; always includes the e-mail address, which the password is checked against. */
function schemaFaults(change: Typed, user: User): UserFaults {
  const form = { email: user.email, ...change }
  const read = changeUser.form.safeParse(form)
  return read.success ? {} : fieldErrors(read.error.issues, form)
}

export const countryOf = (code: string | undefined) => countries.find((one) => one === code) ?? null

/** Errors in the form; `required` lists fields that must change. */
export function faultsOf(typed: Typed, user: User, required: readonly UserField[] = []): UserFaults {
  const change = changeOf(typed, user)
  const { phone, country, password } = { ...shownOf(user), ...change }
  const badPhone = change.phone && phone !== undefined && phoneNumber(phone, countryOf(country)) === null
  const unconfirmed = needsPassword(change) && !typed.current_password
  const lonely = typed.repeat && password === undefined
  return {
    ...Object.fromEntries(required.filter((field) => !typed[field]).map((field) => [field, 'required'])),
    ...schemaFaults(change, user),
    ...(badPhone && { phone: 'format' }),
    ...(lonely && { password: 'required' }),
    ...(password !== undefined && typed.repeat !== password && { repeat: 'format' }),
    ...(unconfirmed && { current_password: 'required' }),
  }
}

/** Errors the server returned for a change, by field. */
export function refusedFields(fault: ApiError | null): UserFaults {
  if (fault?.code === 'password_wrong') return { current_password: 'format' }
  const fields = userFields.flatMap((field) => {
    const rule = fault?.fields[field]
    return rule ? [[field, rule]] : []
  })
  return Object.fromEntries(fields)
}

/** The request for a change, with the current password if required. */
export function formOf(typed: Typed, user: User): UserChange {
  const change = changeOf(typed, user)
  const { email, phone, country, password } = change
  return {
    email,
    phone,
    country: countryOf(country) ?? undefined,
    password,
    current_password: needsPassword(change) ? typed.current_password : undefined,
  }
}
