import * as z from 'zod/mini'
import type { FieldRule } from './errors.ts'

/** A check that names the rule it is, in place of a sentence. */
export const rule = <T>(keeps: (value: T) => boolean, name: FieldRule) => z.refine<T>(keeps, { error: name })
