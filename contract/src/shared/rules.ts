import * as z from 'zod/mini'
import type { FieldRule } from './errors.ts'

/** Makes a check whose error is the rule's name instead of a sentence. */
export const createRule = <T>(keeps: (value: T) => boolean, name: FieldRule) =>
  z.refine<T>(keeps, { error: name })
