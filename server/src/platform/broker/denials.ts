import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** Why a unit was not let in, or was not allowed to publish or subscribe. */
export const denialReasons = [
  /** Its secret is wrong, or nobody has its serial number. */
  'wrong_secret',
  /** Its name is no serial number, or its client id or last will are not those of its name. */
  'wrong_name',
  /** It signs in again and again. */
  'too_often',
  'foreign_publish',
  'foreign_subscribe',
  /** Something of the broker that is not for units. */
  'foreign_resource',
] as const

/** What was denied. `sn` is the name that was given, if it is a serial number; null = not known. */
export type Denial = {
  readonly reason: (typeof denialReasons)[number]
  readonly sn: SerialNumber | null
  readonly network: string | null
}
export type OnDenied = (denial: Denial) => void
