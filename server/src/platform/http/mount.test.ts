import { Readable } from 'node:stream'
import { endpoint } from '@kellersonne/contract/shared/endpoint'
import { eventually } from '@kellersonne/testing/eventually'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { DatabaseUnavailableError } from '../db/database.ts'
import { openUploadMemory } from './bodies/upload-memory.ts'
import { limitLogLines } from './bounded-log.ts'
import { type Api, type Caller, mount } from './mount.ts'
import { sendError } from './send-error.ts'
import { openFairQueue } from './turns/fair-queue.ts'
import { openTurns } from './turns/turns.ts'

const count = endpoint({
  method: 'GET',
  path: '/api/count',
  summary: 'Counts.',
  auth: 'none',
  query: z.object({ of: z.string() }),
  response: z.object({ count: z.int() }),
  errors: [],
})

/** A server with one endpoint that answers with `result`, and its log. */
function serving(result: () => { count: number }, prepare?: (app: FastifyInstance) => void) {
  const logged: string[] = []
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => void logged.push(line) })
  const app = fastify({ loggerInstance: log })
  prepare?.(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request.log, reply))
  const api = {
    app,
    routeUpload: app.route,
    routeMultipart: app.route,
    uploadMemory: openUploadMemory(() => new Date()),
    turns: openTurns(Number.POSITIVE_INFINITY),
    mounted: [],
    authenticate: () => Promise.reject(new Error('nobody asked')),
  }
  mount(api, count, async () => result())
  return { ask: (url: string) => app.inject(url), logged }
}

/** A server for owners whose name, or name and session, is their access token; each is served one call at a time. */
function servingOwners(mountOn: (api: Api) => void) {
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendError(error, request.log, reply))
  mountOn({
    app,
    routeUpload: app.route,
    routeMultipart: app.route,
    uploadMemory: openUploadMemory(() => new Date()),
    turns: {
      ...openTurns(Number.POSITIVE_INFINITY),
      owners: openFairQueue({ atOnce: 10, each: 10, all: 10, retryAfter: 1, untilMade: true }),
    },
    mounted: [],
    async authenticate({ headers }: FastifyRequest) {
      const [owner = '', session = ''] = headers.authorization?.split(' ') ?? []
      return { owner, session, until: new Date() }
    },
  })
  return (owner: string) => app.inject({ url: '/api/count?of=x', headers: { authorization: owner } })
}

/** Endpoints of each kind; each calls `work` and answers after that. */
const kinds: Record<string, (work: () => Promise<unknown>) => (api: Api) => void> = {
  values: (work) => (api) =>
    mount(api, endpoint({ ...count, auth: 'bearer' }), async () => {
      await work()
      return { count: 1 }
    }),
  'a file': (work) => (api) =>
    mount(api, endpoint({ ...count, auth: 'bearer', download: 'text/plain' }), async () => {
      await work()
      return Buffer.from('1')
    }),
  'a stream': (work) => (api) =>
    mount(api, endpoint({ ...count, auth: 'bearer', stream: true }), async () => {
      await work()
      return Readable.from(['data: 1\n\n'])
    }),
}

describe('mount', () => {
  it.each(Object.entries(kinds))(
    'API-14 F14 answers so many calls for %s of one owner at once, and others meanwhile',
    async (_, of) => {
      const open: PromiseWithResolvers<unknown>[] = []
      const ask = servingOwners(
        of(() => {
          const answer = Promise.withResolvers()
          open.push(answer)
          return answer.promise
        }),
      )
      const answers = [ask('anna'), ask('anna'), ask('bert')]
      await eventually(() => expect(open).toHaveLength(2))
      for (const answer of open.splice(0)) answer.resolve(null)
      await eventually(() => expect(open).toHaveLength(1))
      open[0]?.resolve(null)
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    },
  )

  it.each([
    ['all calls', <H extends object>(handler: H) => handler],
    ['its own', openFairQueue({ atOnce: 10, each: 10, all: 10, retryAfter: 1, untilMade: true }).inTurn],
  ])('API-14 AUT-11 the sessions of an owner take turns in the queue of %s', async (_, queued) => {
    const begun: string[] = []
    let answer = Promise.withResolvers()
    const ask = servingOwners((api) =>
      mount(
        api,
        endpoint({ ...count, auth: 'bearer' }),
        queued(async ({ caller }: { caller: Caller; reply: FastifyReply }) => {
          begun.push(caller.session)
          await answer.promise
          return { count: 1 }
        }),
      ),
    )
    const answers = ['anna stolen', 'anna stolen', 'anna stolen', 'anna stolen', 'anna own'].map(ask)
    for (let i = 1; i <= answers.length; i += 1) {
      await eventually(() => expect(begun).toHaveLength(i))
      const { resolve } = answer
      answer = Promise.withResolvers()
      resolve(null)
    }
    await Promise.all(answers)
    expect(begun).toEqual(['stolen', 'stolen', 'own', 'stolen', 'stolen'])
  })

  it('API-13 writes so many lines a minute about what fails, with their stack', async () => {
    const { ask, logged } = serving(
      () => {
        throw new Error('broken')
      },
      (app) => limitLogLines(app, (ip) => String(ip)),
    )
    for (let i = 0; i < 25; i += 1) await ask('/api/count?of=x')
    const lines = logged.filter((line) => line.includes('internal error'))
    expect(lines).toHaveLength(20)
    expect(lines[0]).toContain('mount.test.ts')
  })

  it('HND-24 writes about a database that is away without a stack', async () => {
    const { ask, logged } = serving(() => {
      throw new DatabaseUnavailableError('read-only')
    })
    expect((await ask('/api/count?of=x')).statusCode).toBe(503)
    const lines = logged.filter((line) => line.includes('unavailable'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('mount.test.ts')
  })

  it('API-13 answers what the schema says, and no more', async () => {
    const { ask } = serving(() => ({ count: 3, secret: 'x' }))
    expect((await ask('/api/count?of=x')).json()).toEqual({ count: 3 })
  })

  it('API-13 parses the query before the handler runs', async () => {
    let ran = false
    const { ask } = serving(() => {
      ran = true
      return { count: 1 }
    })
    expectProblem(await ask('/api/count'), 400, 'input_invalid')
    expectProblem(await ask('/api/count?of=1&of=2'), 400, 'input_invalid')
    expect(ran).toBe(false)
  })

  it('API-13 an answer its own schema refuses is our fault', async () => {
    expectProblem(await serving(() => ({ count: 1.5 })).ask('/api/count?of=x'), 500, 'internal')
  })

  it('API-13 hides the text of our own faults, and logs it', async () => {
    const { ask, logged } = serving(() => {
      throw Object.assign(new Error('the cellar is flooded'), { detail: 'Key (email)=(anna@example.org)' })
    })
    const answer = await ask('/api/count?of=x')
    expectProblem(answer, 500, 'internal')
    expect(answer.body).not.toContain('cellar')
    expect(logged.join('')).toContain('the cellar is flooded')
    expect(logged.join('')).not.toContain('anna@example.org')
  })
})
