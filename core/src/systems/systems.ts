import { byText } from '../units/order.ts'

/** A storage unit's serial number: a number, or a string of capital letters (SET-01). */
export type SerialNumber = string & { readonly kind: 'sn' }

/** Maximum length of a serial number. */
export const SERIAL_LENGTH = 20

export const SERIAL_NUMBER = new RegExp(`^(?:[0-9]{1,${SERIAL_LENGTH}}|[A-Z]{1,${SERIAL_LENGTH}})$`)

export const isSerialNumber = (text: string): text is SerialNumber => SERIAL_NUMBER.test(text)

/** Returns `text` as a serial number, or null if it is not one. */
export const serialNumber = (text: string): SerialNumber | null => (isSerialNumber(text) ? text : null)

/** The synthetic entry for all of an owner's systems. */
export const TOTAL = -1

/** A system in an owner's list; `phase` is 1, 2 or 3, `name` null or absent if they have given it none. */
export type SystemEntry = {
  readonly sn: SerialNumber
  readonly phase: number
  readonly name?: string | null | undefined
}
type TotalEntry = { readonly sn: typeof TOTAL; readonly phase: typeof TOTAL }
export type ListEntry = SystemEntry | TotalEntry

/** Compares serial numbers: a shorter one comes first, so that numbers are in the order of their values. */
const bySerialNumber = (a: SerialNumber, b: SerialNumber) => a.length - b.length || byText(a, b)

/** Compares systems by phase, then by serial number. */
export const byPhase = (a: SystemEntry, b: SystemEntry) => a.phase - b.phase || bySerialNumber(a.sn, b.sn)

/** Sorts systems by phase, with the total last if there is more than one system (ENT-01). */
export function systemList(systems: readonly SystemEntry[]): ListEntry[] {
  const sorted = systems.toSorted(byPhase)
  return sorted.length > 1 ? [...sorted, { sn: TOTAL, phase: TOTAL }] : sorted
}

/** Main states of a unit (ENT-04). */
export const storageStatuses = ['connected', 'standby', 'on', 'off'] as const
export type StorageStatus = (typeof storageStatuses)[number]
