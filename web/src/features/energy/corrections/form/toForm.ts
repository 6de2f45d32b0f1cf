import { makeCorrection } from '@kellersonne/contract/energy/corrections'
import { wireCounters } from '@kellersonne/contract/energy/counters'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { ApiError } from '../../../../platform/client/client.ts'
import type { Language } from '../../../../platform/i18n/bundles.ts'
import type { CorrectionForm } from '../../api/corrections.ts'
import { readEnergy } from './energy.ts'
import { readInstant } from './times.ts'
import { type Field, isValue, type Typed, YES } from './typed.ts'

/** The rule that each field breaks. */
export type Faults = Readonly<Partial<Record<Field, FieldRule>>>
/** The system that a form is about. */
export type System = { readonly sn: SerialNumber; readonly timeZone: string }
type Texts = Readonly<Record<string, string>>
/** Fields of the contract's form, and what is wrong with those of this one. */
type Read = { readonly sent: Texts; readonly faults: Faults }

const all = (...parts: readonly Read[]): Read => ({
  sent: Object.assign({}, ...parts.map(({ sent }) => sent)),
  faults: Object.assign({}, ...parts.map(({ faults }) => faults)),
})

function readTime(typed: Typed, name: 'from' | 'until' | 'at', timeZone: string): Read {
  const read = readInstant({ day: typed[`${name}Day`], time: typed[`${name}Time`] }, timeZone)
  if ('rule' in read) return { sent: {}, faults: { [`${name}${read.field}`]: read.rule } }
  return { sent: { [name === 'at' ? 'from' : name]: read.at.toISOString() }, faults: {} }
}

function readValue(
  typed: Typed,
  field: 'value' | 'before' | 'after',
  names: string[],
  language: Language,
): Read {
  if (field !== 'value' && typed[field].trim() === '') return { sent: {}, faults: {} }
  const read = readEnergy(typed[field], language)
  if ('rule' in read) return { sent: {}, faults: { [field]: read.rule } }
  return { sent: Object.fromEntries(names.map((name) => [name, read.wh])), faults: {} }
}

function readAll(typed: Typed, timeZone: string, language: Language): Read {
  if (!isValue(typed)) return all(readTime(typed, 'from', timeZone), readTime(typed, 'until', timeZone))
  const at = readTime(typed, 'at', timeZone)
  if (typed.replaced !== YES) return all(at, readValue(typed, 'value', ['before', 'after'], language))
  const values = all(
    readValue(typed, 'before', ['before'], language),
    readValue(typed, 'after', ['after'], language),
  )
  const isEmpty = typed.before.trim() === '' && typed.after.trim() === ''
  return all(at, isEmpty ? { sent: {}, faults: { before: 'required' } } : values)
}

/** Where the form shows an error that the contract or the server names by its own fields. */
function fieldOf(name: string, typed: Typed): Field | null {
  if (name === 'counter' || name === 'sn') return name
  if (name === 'until') return 'untilDay'
  if (name === 'from') return isValue(typed) ? 'atDay' : 'fromDay'
  if (name === 'before') return typed.replaced === YES ? 'before' : 'value'
  return name === 'after' ? 'after' : null
}
const atFields = (named: Readonly<Record<string, FieldRule>>, typed: Typed): Faults =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, rule]) => {
      const field = fieldOf(name, typed)
      return field === null ? [] : [[field, rule]]
    }),
  )

/** A time that is too long, other than one that is not over, is only found here. */
const worded = (faults: Faults): Faults => ({
  ...faults,
  ...(faults.untilDay === 'too_big' && { untilDay: 'too_long' }),
})

/** Reads the form of a system, as typed in a language: what to send, or what is wrong with each field. */
export function toForm(
  typed: Typed,
  { sn, timeZone }: System,
  language: Language,
): { form: CorrectionForm } | { faults: Faults } {
  const { sent, faults } = readAll(typed, timeZone, language)
  const counter = wireCounters.find((one) => one === typed.counter)
  const missing: Faults = isValue(typed) && counter === undefined ? { counter: 'required' } : {}
  if (Object.keys({ ...missing, ...faults }).length > 0) return { faults: { ...missing, ...faults } }
  const { from = '', until, before, after } = sent
  const kind = isValue(typed) ? 'value' : 'implausible'
  const form = { sn, kind, counter, from, until, before, after } satisfies CorrectionForm
  const read = makeCorrection.form.safeParse(form)
  if (read.success) return { form }
  return { faults: worded(atFields(fieldErrors(read.error.issues, sent), typed)) }
}

/** Errors that the server found in a form, by field. */
export const refusedFields = (fault: ApiError | null, typed: Typed): Faults =>
  atFields(fault?.fields ?? {}, typed)
