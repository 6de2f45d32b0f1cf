import { claimOutcomes } from '@kellersonne/core/systems/claims'
import { isSerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { password } from '../shared/password.ts'
import { key } from './keys.ts'

export const serialNumber = z.custom<import('@kellersonne/core/systems/systems').SerialNumber>(
  (value) => typeof value === 'string' && isSerialNumber(value),
)

export const system = z.object({ sn: serialNumber, phase: z.int(), name: z.nullish(z.string()) })

export const listSystems = endpoint({
  method: 'GET',
  path: '/api/auth/usr_sn/',
  summary:
    "The caller's systems by phase, with the names given to them, and the total (-1) where there are several.",
  auth: 'bearer',
  response: z.array(z.union([z.object({ sn: z.literal(TOTAL), phase: z.literal(TOTAL) }), system])),
  errors: [],
})

export const MAX_KEYS = 20

/**
 * Outcome of one key; `until` is when a pending claim expires, or a hand-over is due, `sn` is null if a code matches no system. contested:
 * somebody else waits for it too, and the switch gives it to neither.
 */
export const claim = z.object({
  key: z.string(),
  sn: z.nullable(serialNumber),
  outcome: z.enum(claimOutcomes),
  until: z.nullable(z.iso.datetime()),
  contested: z.boolean(),
})
export type Claim = z.output<typeof claim>

const given = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((keys) => [keys].flat()),
)
const distinct = (keys: readonly string[]) =>
  new Set(keys.map((one) => one.toUpperCase())).size === keys.length

/** One serial number or registration code per value of the repeated field. If one is invalid, none is added. */
export const addSystems = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/',
  summary:
    "Makes systems the caller's: by code at once, or after a hand-over by their owner; by serial number once its unit was switched off and on.",
  auth: 'bearer',
  form: z.object({
    sn: z.pipe(
      given,
      z.array(key).check(z.minLength(1), z.maxLength(MAX_KEYS), z.refine(distinct, { error: 'repeated' })),
    ),
  }),
  response: z.array(claim),
  errors: ['too_many_attempts', 'too_many_waits'],
})

export const releaseSystem = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/release/',
  summary:
    "Gives up one of the caller's systems, with the password; or a claim that still waits, or a hand-over to the caller.",
  auth: 'bearer',
  form: z.object({ sn: serialNumber, password: z.optional(password) }),
  response: z.object({}),
  errors: ['not_found', 'password_wrong', 'too_many_attempts'],
})

/** The two sides of a hand-over: the owner, and the claimant who has entered the code. */
const handoverRoles = ['giving', 'taking'] as const
/**
 * A system is handed over at `until`, unless its owner objects before, once its claimant has used the main switch
 * (`proven`), which they may do until `prove_by`, and again by entering the code anew.
 */
export const handover = z.object({
  sn: serialNumber,
  role: z.enum(handoverRoles),
  until: z.iso.datetime(),
  prove_by: z.iso.datetime(),
  proven: z.boolean(),
})
export type Handover = z.output<typeof handover>

export const objectToHandover = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/object/',
  summary: "Objects to the hand-over of one of the caller's systems; giving the system up agrees to it.",
  auth: 'bearer',
  form: z.object({ sn: serialNumber }),
  response: z.object({}),
  errors: ['not_found'],
})

/** One of the caller's systems, or -1 for all of them combined. */
export const systemOrTotal = z.union([
  z.pipe(
    z.literal(String(TOTAL)),
    z.transform((): typeof TOTAL => TOTAL),
  ),
  serialNumber,
])
export const systemQuery = z.object({ sn: systemOrTotal })
