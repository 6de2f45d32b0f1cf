import { type Correction, MAX_IMPLAUSIBLE_MS } from '@kellersonne/core/telemetry/corrections'
import { limits } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { known, type WattHours } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import type { FieldRule } from '../shared/errors.ts'
import { createRule } from '../shared/rules.ts'
import { serialNumber } from '../systems/systems.ts'
import { counterFromWire, counterToWire, wireCounters } from './counters.ts'

export const correctionKinds = ['implausible', 'value'] as const

const instant = z.iso.datetime()
const typedInstant = z.pipe(
  // The rules below need a date.
  z.iso.datetime({ abort: true }),
  z.transform((text) => new Date(text)),
)
/** Whole Wh. */
const typedValue = z.pipe(
  z.string().check(createRule((text) => /^\d{1,13}$/.test(text), 'format')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(limits.counter.max))),
)

const fields = z.object({
  sn: serialNumber,
  kind: z.enum(correctionKinds),
  counter: z.optional(z.enum(wireCounters)),
  from: typedInstant,
  until: z.optional(typedInstant),
  before: z.optional(typedValue),
  after: z.optional(typedValue),
})
type Fields = z.output<typeof fields>

const isWhole = (at: Date | undefined) => at === undefined || at.getTime() % QUARTER_MS === 0
const durationOf = ({ from, until }: Fields) => (until ? until.getTime() - from.getTime() : 1)
/** Creates a check for forms of one kind. */
const rule = (
  kind: Fields['kind'],
  field: keyof Fields,
  error: FieldRule,
  holds: (form: Fields) => boolean,
) => z.refine<Fields>((form) => form.kind !== kind || holds(form), { error, path: [field] })

/** `implausible`: `from` and `until` are whole quarters. `value`: the counter showed `before`, `after` or both at `from`. */
const correctionForm = fields.check(
  rule('implausible', 'until', 'required', ({ until }) => until !== undefined),
  rule('implausible', 'from', 'senseless', ({ from }) => isWhole(from)),
  rule('implausible', 'until', 'senseless', ({ until }) => isWhole(until)),
  rule('implausible', 'until', 'too_small', (form) => durationOf(form) > 0),
  rule('implausible', 'until', 'too_big', (form) => durationOf(form) <= MAX_IMPLAUSIBLE_MS),
  rule('implausible', 'before', 'senseless', ({ before }) => before === undefined),
  rule('implausible', 'after', 'senseless', ({ after }) => after === undefined),
  rule('value', 'counter', 'required', ({ counter }) => counter !== undefined),
  rule('value', 'until', 'senseless', ({ until }) => until === undefined),
  rule('value', 'before', 'required', ({ before, after }) => (before ?? after) !== undefined),
)

/** The counter that a correction is about, null = everything; what it showed, Wh, and null if it was measured wrongly. */
export const correctionValues = {
  counter: z.nullable(z.enum(wireCounters)),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
}

/** A correction, as it was made; `undone_at` is null while it applies. Energies in Wh. */
export const correction = z.object({
  id: z.uuid(),
  sn: serialNumber,
  kind: z.enum(correctionKinds),
  from: instant,
  until: z.nullable(instant),
  ...correctionValues,
  made_at: instant,
  undone_at: z.nullable(instant),
})
export type WireCorrection = z.output<typeof correction>

/** The sums of a counter, in Wh, as they are and as they would be; null = nothing known. */
export const comparison = z.object({ current: z.nullable(z.number()), corrected: z.nullable(z.number()) })

/** What a correction would change: all of it lies between `from` and `until`, whole days; null if nothing changes. */
export const correctionPreview = z.object({
  from: z.nullable(instant),
  until: z.nullable(instant),
  energies: z.object({
    pv: comparison,
    import: comparison,
    feed_in: comparison,
    charge: comparison,
    discharge: comparison,
  }),
})
export type CorrectionPreview = z.output<typeof correctionPreview>

export const makeCorrection = endpoint({
  method: 'POST',
  path: '/api/auth/correction/',
  summary:
    'Declares quarters of one of the caller’s systems implausible, or gives the value that a counter showed at an instant. What is stored stays as it is; everything computed from it follows.',
  auth: 'bearer',
  form: correctionForm,
  response: correction,
  errors: ['not_found', 'corrections_full', 'earlier_full', 'too_many_attempts'],
})

export const previewCorrection = endpoint({
  method: 'POST',
  path: '/api/auth/correction/preview/',
  summary: 'What a correction would change, without making it.',
  auth: 'bearer',
  form: correctionForm,
  response: correctionPreview,
  errors: ['not_found', 'too_many_attempts'],
})

export const undoCorrection = endpoint({
  method: 'POST',
  path: '/api/auth/correction/{id}/undo/',
  summary: 'Undoes a correction of one of the caller’s systems; again, it changes nothing.',
  auth: 'bearer',
  params: z.object({ id: z.uuid() }),
  response: correction,
  errors: ['not_found', 'too_many_attempts'],
})

/** The most corrections of a system that apply at a time, and of those undone that are kept. */
export const MAX_CORRECTIONS = 100

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/auth/corrections/',
  summary:
    'The corrections of one of the caller’s systems since it is theirs, undone ones too, the newest first.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({ corrections: z.array(correction).check(z.maxLength(2 * MAX_CORRECTIONS)) }),
  errors: ['not_found'],
})

/** Converts a form from the wire format. */
export function correctionOf({ counter, from, until, before, after }: Fields): Correction {
  const of = counter ? counterFromWire[counter] : null
  if (until) return { kind: 'implausible', counter: of, from, until }
  if (of === null) throw new RangeError('a value of no counter')
  return {
    ...{ kind: 'value', counter: of, at: from },
    ...{ before: known<WattHours>(before), after: known<WattHours>(after) },
  }
}

/** Returns the fields of a correction in wire format. */
export const fromCorrection = (
  one: Correction,
): Pick<WireCorrection, 'kind' | 'counter' | 'from' | 'until' | 'before' | 'after'> => ({
  kind: one.kind,
  counter: one.counter === null ? null : counterToWire[one.counter],
  ...(one.kind === 'implausible'
    ? { from: one.from.toISOString(), until: one.until.toISOString(), before: null, after: null }
    : { from: one.at.toISOString(), until: null, before: one.before, after: one.after }),
})
