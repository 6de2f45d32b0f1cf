import type { SignedPassport } from '@kellersonne/contract/energy/battery-passport'

/** A passport with its signature, as a file. */
export const passportFile = (signed: SignedPassport) =>
  new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' })
