import { endpoint } from '@kellersonne/contract/shared/endpoint'
import { type FastifyBaseLogger, fastify } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { answerFault } from './faults.ts'
import { mount } from './mount.ts'

const count = endpoint({
  method: 'GET',
  path: '/api/count',
  summary: 'Counts.',
  auth: 'none',
  query: z.object({ of: z.string() }),
  response: z.object({ count: z.int() }),
  errors: [],
})

/** A server with one endpoint that answers with `result`, and what it has logged. */
function serving(result: () => { count: number }) {
  const logged: string[] = []
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => void logged.push(line) })
  const app = fastify({ loggerInstance: log })
  app.setErrorHandler((error, request, reply) => answerFault(error, request.log, reply))
  const api = {
    app,
    routeUpload: app.route,
    mounted: [],
    authenticate: () => Promise.reject(new Error('nobody asked')),
  }
  mount(api, count, async () => result())
  return { ask: (url: string) => app.inject(url), logged }
}

describe('mount', () => {
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
