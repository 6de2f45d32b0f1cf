import * as z from 'zod/mini'

/** The parts that profiles of all transports are made of. */
const NAME = /^[a-z][a-z0-9_]{0,39}$/
export const name = z.string().check(z.regex(NAME))
export const wholeNumber = (min: number, max: number) =>
  z.number().check(z.int(), z.minimum(min), z.maximum(max))
export const port = wholeNumber(1, 65_535)
/** May contain `{option}`, which is replaced by the value of that option. */
export const template = z.string().check(z.minLength(1), z.maxLength(500))
/** JSONata, restricted by expressions.ts. */
export const formula = z.string().check(z.minLength(1), z.maxLength(1000))
export const factor = z._default(z.number(), 1)
/** A text for the person who sets up the gateway. */
export const bilingual = z.strictObject({
  de: z.string().check(z.maxLength(600)),
  en: z.string().check(z.maxLength(600)),
})

const MAX_FIELDS = 200
export const fieldsOf = <T extends z.ZodMiniType>(field: T) =>
  z
    .record(name, field)
    .check(z.refine((all) => Object.keys(all).length <= MAX_FIELDS, { error: `more than ${MAX_FIELDS}` }))

/** Milliseconds. */
export const timeout = z._default(wholeNumber(100, 10_000), 3000)
