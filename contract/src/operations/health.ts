import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the server is ready (200), and if not, why (503).',
  auth: 'none',
  response: z.object({
    ready: z.boolean(),
    /** Each part the server's roles need, and its problem, if any. A fault of broker, storing, disk or jobs makes no server unready. */
    parts: z.record(z.string(), z.nullable(z.string())),
  }),
  also: 503,
  errors: [],
})
