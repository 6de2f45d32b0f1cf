import * as z from 'zod/mini'
import { factor, fieldsOf, name, port, template, timeout, wholeNumber } from './parts.ts'

export const wordTypes = ['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64', 'text'] as const
export type WordType = (typeof wordTypes)[number]
const MAX_WORDS = 125

/** A number, or the name of an option in braces. */
const unit = z.union([wholeNumber(0, 255), template])
const readFunction = z._default(z.enum(['holding', 'input']), 'holding')
const address = wholeNumber(0, 65_535)

const register = z.strictObject({
  function: readFunction,
  /** As sent, counted from 0. */
  address,
  type: z.enum(wordTypes),
  /** Word order: `big` = most significant word first. */
  words: z._default(z.enum(['big', 'little']), 'big'),
  /** Number of words of a text. */
  length: z._default(wholeNumber(1, 32), 1),
  scale: factor,
  /** Raw words that mean "not available", instead of the type's usual ones; hexadecimal. */
  nan: z.optional(z.array(z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/))).check(z.maxLength(8))),
  unit: z.optional(unit),
})
export type Register = z.output<typeof register>

const sunspecPoint = z.strictObject({
  /** Ids of models; the first that the device has is read. */
  models: z.array(wholeNumber(1, 65_534)).check(z.minLength(1), z.maxLength(20)),
  /** Name of the point in sunspec-models.json. */
  point: z.string().check(z.maxLength(20)),
  /** Index of the repeating block, from 1. */
  module: z._default(wholeNumber(1, 64), 1),
  scale: factor,
  unit: z.optional(unit),
})
export type SunspecPoint = z.output<typeof sunspecPoint>

export const modbusTransport = z.strictObject({
  kind: z.literal('modbus'),
  /** `rtu`: frames with a checksum, as on a serial line, over TCP. */
  framing: z._default(z.enum(['tcp', 'rtu']), 'tcp'),
  port: z._default(port, 502),
  unit: z._default(unit, 1),
  connect_delay_ms: z._default(wholeNumber(0, 5000), 0),
  gap_ms: z._default(wholeNumber(0, 5000), 0),
  timeout_ms: timeout,
  registers: z._default(fieldsOf(register), {}),
  /** Registers described by options, such as "30775 s32 1" (address, type, scale, then `little` or `input`). */
  described: z._default(fieldsOf(template), {}),
  /** Ranges that are read as a whole although they have gaps. */
  blocks: z._default(
    z
      .array(
        z.strictObject({
          function: readFunction,
          start: address,
          count: wholeNumber(1, MAX_WORDS),
          unit: z.optional(unit),
        }),
      )
      .check(z.maxLength(50)),
    [],
  ),
  sunspec: z._default(fieldsOf(sunspecPoint), {}),
  /** Values that identify the right device; with any other, nothing of it is used. */
  expect: z._default(z.record(name, z.union([z.number(), z.string()])), {}),
})
export type ModbusTransport = z.output<typeof modbusTransport>
