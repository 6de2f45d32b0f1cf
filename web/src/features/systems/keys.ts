import { isAmong, key } from '@kellersonne/contract/systems/keys'

/** One field of the form. `id` stays the same while fields come and go. */
export type KeyField = { readonly id: number; readonly text: string }

/** What is wrong with a serial number or code; `none` and `taken` are the server's words. */
export type KeyFault = 'format' | 'checksum' | 'repeated' | 'unknown' | 'taken'

/** What is wrong with `text`, standing below `before`; null where nothing is, or nothing stands there. */
export function keyFault(text: string, before: readonly string[]): KeyFault | null {
  if (text.trim() === '') return null
  const read = key.safeParse(text)
  if (read.success) return isAmong(read.data, before) ? 'repeated' : null
  return read.error.issues.some(({ message }) => message === 'checksum') ? 'checksum' : 'format'
}

/** What is wrong with each of the fields, by its id. */
export function keyFaults(fields: readonly KeyField[]): ReadonlyMap<number, KeyFault> {
  const faults = fields.flatMap(({ id, text }, place) => {
    const before = fields.slice(0, place).map((field) => field.text.trim())
    const fault = keyFault(text, before)
    return fault ? [[id, fault] as const] : []
  })
  return new Map(faults)
}
