import { type PairingCode, readPairingCode } from '@kellersonne/core/systems/pairing'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { createRule } from '../shared/rules.ts'
import { timeZone } from '../shared/time-zone.ts'
import { serialNumber } from './systems.ts'

const TYPED_LENGTH = 40
/** 32 random bytes as base64url, made by the gateway. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

const pairingCode = z.pipe(
  z.string().check(
    z.maxLength(TYPED_LENGTH),
    createRule<string>((typed) => readPairingCode(typed) !== null, 'format'),
  ),
  z.transform((typed): PairingCode | null => readPairingCode(typed)),
)

export const getOwnSystems = endpoint({
  method: 'GET',
  path: '/api/own_systems/',
  summary:
    "Whether the operator takes systems of owners' own, with a gateway in front of any maker's devices.",
  auth: 'none',
  response: z.object({ available: z.boolean() }),
  errors: [],
})

export const startPairing = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/pairing/',
  summary:
    "Makes the code by which a gateway becomes a system of the caller's own, or takes the place of the gateway of one (`sn`). The code before is void.",
  auth: 'bearer',
  form: z.object({ sn: z.optional(serialNumber), time_zone: timeZone }),
  response: z.object({ pairing_code: z.string(), until: z.iso.datetime() }),
  errors: ['not_found', 'own_systems_full', 'too_many_attempts'],
})

/** A system that its owner has paired; `locked_at`: since when its gateway is locked. */
export const ownSystem = z.object({ sn: serialNumber, locked_at: z.nullable(z.iso.datetime()) })

/**
 * `paired`: the system that the newest code was used for, while it would still be valid. `until`: null if no code can
 * be used.
 */
export const getPairing = endpoint({
  method: 'GET',
  path: '/api/auth/usr_sn/pairing/',
  summary: "The caller's pairing code, and the systems that they have paired.",
  auth: 'bearer',
  response: z.object({
    until: z.nullable(z.iso.datetime()),
    paired: z.nullable(serialNumber),
    own: z.array(ownSystem),
  }),
  errors: [],
})
export type Pairing = z.output<typeof getPairing.response>

export const cancelPairing = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/pairing/cancel/',
  summary: "Makes the caller's pairing code void.",
  auth: 'bearer',
  response: z.object({}),
  errors: [],
})

export const lockGateway = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/gateway/lock/',
  summary:
    "Disconnects the gateway of one of the caller's own systems and voids its secret, for instance when it is stolen.",
  auth: 'bearer',
  form: z.object({ sn: serialNumber }),
  response: z.object({}),
  errors: ['not_found', 'too_many_attempts'],
})

/**
 * Called by the gateway, which makes its own secret. Repeating the call with the same code and secret, after a lost
 * answer, returns the same answer. `broker_certificate`: PEM of the broker's certificate if it is self-signed.
 */
export const pairGateway = endpoint({
  method: 'POST',
  path: '/api/gateways/',
  summary: 'Trades a pairing code for a serial number. The secret is the gateway’s to make and keep.',
  auth: 'none',
  form: z.object({
    pairing_code: pairingCode,
    secret: z.string().check(z.regex(SECRET)),
    phase: z.pipe(z._default(z.enum(['1', '2', '3']), '1'), z.transform(Number)),
  }),
  response: z.object({
    serial_number: serialNumber,
    broker_url: z.string(),
    broker_certificate: z.nullable(z.string()),
  }),
  errors: ['pairing_invalid', 'own_systems_full', 'too_many_attempts'],
})
