import { isSerialNumber, TOTAL } from '@kellersonne/core/systems'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const serialNumber = z.custom<import('@kellersonne/core/systems').SerialNumber>(
  (value) => typeof value === 'string' && isSerialNumber(value),
)

export const listSystems = endpoint({
  method: 'GET',
  path: '/api/auth/usr_sn/',
  summary: "The caller's systems by phase, and the total (-1) where there are several.",
  auth: 'bearer',
  response: z.array(
    z.union([
      z.object({ sn: z.literal(TOTAL), phase: z.literal(TOTAL) }),
      z.object({ sn: serialNumber, phase: z.int() }),
    ]),
  ),
  errors: [],
})
