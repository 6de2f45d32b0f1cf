import * as z from 'zod/mini'

/** A password as typed, whatever rules it meets. */
export const password = z.string().check(z.minLength(1), z.maxLength(128))
