import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'

/** Maximum length of each part: a report says where the program broke, not what it was processing. */
export const crashLimits = { message: 200, stack: 1500, build: 32, route: 80 } as const

const upTo = (length: number) => z.string().check(z.maxLength(length, { abort: true }))

export const reportCrash = endpoint({
  method: 'POST',
  path: '/api/crashes/',
  summary:
    'Records where the portal’s program failed. The report contains nothing about a person, and needs no session.',
  auth: 'none',
  form: z.object({
    /** The kind of error, without its subject. */
    message: upTo(crashLimits.message),
    /** The program's own frames, one per line: `assets/main.js:1:234`. */
    stack: upTo(crashLimits.stack).check(z.regex(/^(?:[\w./-]+:\d+:\d+(?:\n|$))*$/)),
    /** Empty if the program was not built. */
    build: upTo(crashLimits.build).check(z.regex(/^[\w-]*$/)),
    /** The pattern of the route, never a URL. */
    route: upTo(crashLimits.route).check(z.regex(/^[\w/:*-]*$/)),
  }),
  response: z.object({}),
  errors: ['too_many_attempts'],
})
