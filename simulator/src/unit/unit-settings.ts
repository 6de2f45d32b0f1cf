import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Versions } from '@kellersonne/device-kit/ddi/offer'
import type { FirmwareSettings } from '../firmware/updater.ts'
import type { Phase } from '../plant/house.ts'
import type { Site } from '../plant/plant.ts'

export type UnitSettings = Omit<FirmwareSettings, 'sn'> & {
  readonly sn: SerialNumber
  readonly phase: Phase
  /** The registration code on its sticker; null if there is none. */
  readonly code: string | null
  /** True if it comes from the box: nobody's yet, and not part of the house. */
  readonly fresh: boolean
  readonly brokerUrl: string
  /** The versions its chips ran when new. */
  readonly versions: Versions
  /** The operator's public key in PEM, whose signatures it trusts; null if it was built without one. */
  readonly firmwareKey: string | null
  /** An existing folder. */
  readonly stateDir: string
  readonly intervalMs: number
  /** How many days of missed readings a unit fills in after not running; 0 = none. */
  readonly historyDays: number
  /** A code it reports from its very first start until it is resolved by hand; null = none. */
  readonly firstMessage: string | null
}
/** `jitter` in [0, 1). */
export type UnitDeps = {
  readonly site: Site
  readonly now: () => Date
  readonly jitter: () => number
  /** Called when a tick fails: a full disk must not stop all units. */
  readonly onFault: (sentence: string) => void
}
