import {
  type Capabilities,
  energyNames,
  measureNames,
  signedPowers,
  signVerdicts,
} from '@kellersonne/core/systems/capabilities'
import * as z from 'zod/mini'

/** What a system can do; a value, command or service that is left out is one that it does not have. */
export const capabilities = z.object({
  measures: z.array(z.enum(measureNames)).check(z.maxLength(measureNames.length)),
  integrated: z.array(z.enum(energyNames)).check(z.maxLength(energyNames.length)),
  unverified: z
    .array(z.enum([...measureNames, ...energyNames]))
    .check(z.maxLength(measureNames.length + energyNames.length)),
  signs: z.nullable(
    z.object({
      verdict: z.enum(signVerdicts),
      invert: z.array(z.enum(signedPowers)).check(z.maxLength(signedPowers.length)),
    }),
  ),
  commands: z.array(z.string()),
  messages: z.boolean(),
  updates: z.boolean(),
})

export const fromCapabilities = (can: Capabilities | null): z.output<typeof capabilities> | null =>
  can && {
    ...can,
    measures: [...can.measures],
    integrated: [...can.integrated],
    unverified: [...can.unverified],
    signs: can.signs && { ...can.signs, invert: [...can.signs.invert] },
    commands: [...can.commands],
  }
