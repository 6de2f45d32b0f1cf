import { isAmong, key } from '@kellersonne/contract/systems/keys'

/** One field of the form. `id` stays the same when fields are added or removed. */
export type KeyField = { readonly id: number; readonly text: string }

/** An error in a serial number or code; `unknown` and `taken` come from the server. */
export type KeyFault = 'format' | 'checksum' | 'repeated' | 'unknown' | 'taken'

/** The error in `text`, which follows `before`; null if it is valid or empty. */
function keyFault(text: string, before: readonly string[]): KeyFault | null {
  if (text.trim() === '') return null
  const read = key.safeParse(text)
  if (read.success) return isAmong(read.data, before) ? 'repeated' : null
  return read.error.issues.some(({ message }) => message === 'checksum') ? 'checksum' : 'format'
}

/** Errors of the fields, by id. */
export function keyFaults(fields: readonly KeyField[]): ReadonlyMap<number, KeyFault> {
  const faults = fields.flatMap(({ id, text }, place) => {
    const before = fields.slice(0, place).map((field) => field.text.trim())
    const fault = keyFault(text, before)
    return fault ? [[id, fault] as const] : []
  })
  return new Map(faults)
}
