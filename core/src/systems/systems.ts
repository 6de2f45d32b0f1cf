import { byText } from '../units/order.ts'

/** A storage unit's serial number: a number, or a string of capital letters (SET-01). */
export type SerialNumber = string & { readonly kind: 'sn' }

/** As many characters it has at most. */
export const SERIAL_LENGTH = 20

export const SERIAL_NUMBER = new RegExp(`^(?:[0-9]{1,${SERIAL_LENGTH}}|[A-Z]{1,${SERIAL_LENGTH}})$`)

export const isSerialNumber = (text: string): text is SerialNumber => SERIAL_NUMBER.test(text)

/** The serial number written in `text`, or null where it is none. */
export const serialNumber = (text: string): SerialNumber | null => (isSerialNumber(text) ? text : null)

/** The synthetic entry over all systems of an owner. */
export const TOTAL = -1

/** A system in an owner's list; `phase` is 1, 2 or 3. */
export type SystemEntry = { readonly sn: SerialNumber; readonly phase: number }
export type TotalEntry = { readonly sn: typeof TOTAL; readonly phase: typeof TOTAL }
export type ListEntry = SystemEntry | TotalEntry

/** Sorted by phase, the total last where there is more than one system (ENT-01). */
export function systemList(systems: readonly SystemEntry[]): ListEntry[] {
  const sorted = systems.toSorted((a, b) => a.phase - b.phase || byText(a.sn, b.sn))
  return sorted.length > 1 ? [...sorted, { sn: TOTAL, phase: TOTAL }] : sorted
}

/** What the unit's main state is (ENT-04). */
export const storageStatuses = ['connected', 'standby', 'on', 'off'] as const
export type StorageStatus = (typeof storageStatuses)[number]
