/** What a system can measure and report, by the names of the device protocol. */
export const measureNames = ['grid_v', 'grid_w', 'pv_w', 'battery_w', 'soc', 'output_w'] as const
export type MeasureName = (typeof measureNames)[number]

/** counted: by meters of its own. integrated: from powers, which loses what happens between two readings. */
export const energySources = ['counted', 'integrated'] as const
type EnergySource = (typeof energySources)[number]

/**
 * What a system can do, as it says itself (GWY-30): the values that it measures, where its energies come from, the
 * commands that it takes, whether it reports messages, and whether it is updated by way of the portal.
 */
export type Capabilities = {
  readonly measures: readonly MeasureName[]
  readonly energies: EnergySource
  readonly commands: readonly string[]
  readonly messages: boolean
  readonly updates: boolean
}

/** Whether a system measures a value. One that does not say what it can do is taken for one that can do everything. */
export const canMeasure = (can: Capabilities | null, name: MeasureName): boolean =>
  can === null || can.measures.includes(name)

/** Whether a system takes a command. */
export const canTake = (can: Capabilities | null, command: string): boolean =>
  can === null || can.commands.includes(command)
