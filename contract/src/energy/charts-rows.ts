import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'
import { flag } from './charts.ts'

const MAX_CHART_DAYS = 366
const days = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,9}$/)),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(MAX_CHART_DAYS))),
)
/** A quarter of a measured day (`2026-06-09T09:15:00+02:00`), or a whole day without data (`2026-06-09`). */
const dmTime = z.string()
const value = z.nullable(z.number())

export const apexRow = z.object({
  dm_time: dmTime,
  m2: z.optional(value),
  m4: z.optional(value),
  m5: z.optional(value),
})
export type ApexRow = z.output<typeof apexRow>

/** Mean powers in W by quarter of the last `days` days, including today; `m2=0` omits one. */
export const getApexChart = endpoint({
  method: 'GET',
  path: '/api/auth/apex_chart/',
  summary: 'Powers of grid, PV and battery of the last days, keyed by serial number.',
  auth: 'bearer',
  query: z.object({
    sn: serialNumber,
    m2: z._default(flag, true),
    m4: z._default(flag, true),
    m5: z._default(flag, true),
    days,
  }),
  response: z.record(serialNumber, z.array(apexRow)),
  cached: true,
  errors: ['not_found'],
})

export const socRow = z.object({ dm_time: dmTime, m6: value })
export type SocRow = z.output<typeof socRow>

/** Mean state of charge in % by quarter of the last `days` days, including today. */
export const getSocData = endpoint({
  method: 'GET',
  path: '/api/auth/get_soc_data/',
  summary: 'State of charge of the last days, keyed by serial number.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber, days }),
  response: z.record(serialNumber, z.array(socRow)),
  cached: true,
  errors: ['not_found'],
})
/** The same without the trailing slash, as older callers spell it. */
export const getSocDataBare = endpoint({ ...getSocData, path: '/api/auth/get_soc_data' })
