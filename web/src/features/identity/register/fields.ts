import { registration, TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'

/** The fields, in the order of the page. */
export const fields = [
  'email',
  'password',
  'repeat',
  'country',
  'phone',
  'key1',
  'key2',
  'key3',
  'own_system',
  'terms',
] as const
export type Field = (typeof fields)[number]
export const keyFields = ['key1', 'key2', 'key3'] as const
/** `terms` is the accepted version, `own_system` `true`, or they are empty. */
export type Typed = Readonly<Record<Field, string>>
/** What is registered: the owner's own devices, at least one registration code, or serial numbers alone. */
export type RegisteredBy = 'own' | 'code' | 'number'
export type Faults = Readonly<Partial<Record<Field, FieldRule>>>
/** Sent along with the fields; `ticket` from a sign-in at the second provider. */
export type RegistrationContext = { readonly lang: 'de' | 'en'; readonly ticket: string | null }

export const nothing: Typed = {
  email: '',
  password: '',
  repeat: '',
  country: 'DE',
  phone: '',
  key1: '',
  key2: '',
  key3: '',
  own_system: '',
  terms: '',
}

export function typedIn(form: HTMLFormElement): Typed {
  const values = new FormData(form)
  const typed = fields.map((field) => [field, String(values.get(field) ?? '')])
  return { ...nothing, ...Object.fromEntries(typed) }
}

const isField = (name: string): name is Field => fields.some((field) => field === name)
/** Keeps the broken rules of the page's own fields. */
export const faultsAmong = (rules: Readonly<Record<string, FieldRule>>): Faults =>
  Object.fromEntries(Object.entries(rules).filter(([name]) => isField(name)))

/** The request according to the shared schema, or the errors in what was typed (AUT-03). */
export function read({ repeat, own_system, ...typed }: Typed, { lang, ticket }: RegistrationContext) {
  const own = own_system !== '' && { own_system }
  const form = { ...typed, ...own, lang, ...(ticket !== null && { ticket }) }
  const parsed = registration.safeParse(form)
  const faults: Faults = {
    ...(!parsed.success && faultsAmong(fieldErrors(parsed.error.issues, form))),
    ...(repeat !== typed.password && { repeat: 'format' }),
  }
  return parsed.success && faults.repeat === undefined
    ? ({ form: { ...parsed.data, ...own, terms: TERMS_VERSION }, faults: null } as const)
    : ({ form: null, faults } as const)
}
