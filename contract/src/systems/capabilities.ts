import { type Capabilities, energySources, measureNames } from '@kellersonne/core/systems/capabilities'
import * as z from 'zod/mini'

/** What a system can do; a value, command or service that is left out is one that it does not have. */
export const capabilities = z.object({
  measures: z.array(z.enum(measureNames)).check(z.maxLength(measureNames.length)),
  energies: z.enum(energySources),
  commands: z.array(z.string()),
  messages: z.boolean(),
  updates: z.boolean(),
})

export const fromCapabilities = (can: Capabilities | null): z.output<typeof capabilities> | null =>
  can && { ...can, measures: [...can.measures], commands: [...can.commands] }
