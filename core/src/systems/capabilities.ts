/** The values a system can measure and report, by their names in the device protocol. */
export const measureNames = ['grid_v', 'grid_w', 'pv_w', 'battery_w', 'soc', 'output_w'] as const
export type MeasureName = (typeof measureNames)[number]

/** Its energies, by the names of the device protocol. */
export const energyNames = ['pv', 'import', 'feed_in', 'charge', 'discharge'] as const
export type EnergyName = (typeof energyNames)[number]

/** The powers that may be positive and negative, so that their signs may be the wrong way round. */
export const signedPowers = ['grid_w', 'battery_w'] as const
export type SignedPower = (typeof signedPowers)[number]

/**
 * Whether the signs of grid and battery are right, judged by the house: it never generates power. `wrong` lists the
 * powers to invert, none if that is unclear; `open`: too little was measured to judge.
 */
export const signVerdicts = ['right', 'open', 'wrong'] as const
export type SignCheck = {
  readonly verdict: (typeof signVerdicts)[number]
  readonly invert: readonly SignedPower[]
}

/** What a system can do, as it reports itself (GWY-30, GWY-31). */
export type Capabilities = {
  readonly measures: readonly MeasureName[]
  /** Energies that no meter counts: they are integrated from powers, which loses what happens between two readings. */
  readonly integrated: readonly EnergyName[]
  /** Values whose address, scale or sign is described by one source alone. */
  readonly unverified: readonly (MeasureName | EnergyName)[]
  /** Null if the system does not check its signs. */
  readonly signs: SignCheck | null
  readonly commands: readonly string[]
  /** Whether it reports messages. */
  readonly messages: boolean
  /** Whether it is updated by way of the portal. */
  readonly updates: boolean
}

/** True if a system measures a value. One without capabilities is assumed to do everything. */
export const canMeasure = (can: Capabilities | null, name: MeasureName): boolean =>
  can === null || can.measures.includes(name)

/** True if a system takes a command. */
export const canTake = (can: Capabilities | null, command: string): boolean =>
  can === null || can.commands.includes(command)
