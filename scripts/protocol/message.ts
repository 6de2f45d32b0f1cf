import type * as z from 'zod/mini'

/** What the documents say of a field: its meaning, with unit and sign, and an example. */
export type Field = {
  readonly meaning: string
  readonly unit?: 'V' | 'W' | 'Wh' | '%' | 'days' | 'minutes' | 'Ah' | 'mΩ' | 'bytes'
  readonly example: unknown
}

/**
 * A message or body of the device protocol. `fields` has an entry for each field, by its path: `energy_wh.pv`,
 * `errors[].at`, and `versions.*` for the values of a map.
 */
export type Message = {
  readonly title: string
  readonly summary: string
  readonly schema: z.ZodMiniType
  /** `input`: what a unit may send. `output`: what the server sends. */
  readonly io: 'input' | 'output'
  readonly fields: Readonly<Record<string, Field>>
  readonly examples: readonly unknown[]
}
