import * as z from 'zod/mini'

/** Page number of a list, from 1. */
export const page = z._default(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,7}$/)), z.pipe(z.transform(Number), z.int().check(z.minimum(1)))),
  1,
)
