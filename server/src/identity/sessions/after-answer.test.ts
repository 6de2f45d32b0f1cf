import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailableError } from '../../platform/db/database.ts'
import { afterAnswers } from './after-answer.ts'

function setUp() {
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const app = fastify()
  return { app, logged, afterAnswer: afterAnswers(app, log), raw: new PassThrough() }
}

describe('work after an answer', () => {
  it('AUT-13 waits until the answer is out, or does not wait where it is already', async () => {
    const { afterAnswer, raw } = setUp()
    const [work, late] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
    afterAnswer({ raw }, work)
    await turn()
    expect(work).not.toHaveBeenCalled()
    raw.destroy()
    await turn()
    expect(work).toHaveBeenCalledOnce()
    afterAnswer({ raw }, late)
    await turn()
    expect(late).toHaveBeenCalledOnce()
  })

  it('AUT-13 is done before the server has closed', async () => {
    const { app, afterAnswer, raw } = setUp()
    const writing = Promise.withResolvers<void>()
    const steps: string[] = []
    afterAnswer({ raw: raw.destroy() }, () => writing.promise.then(() => steps.push('written')))
    const closed = app.close().then(() => steps.push('closed'))
    await turn()
    writing.resolve()
    await closed
    expect(steps).toEqual(['written', 'closed'])
  })

  it('AUT-13 that fails is logged, except while the database is away', async () => {
    const { app, afterAnswer, logged, raw } = setUp()
    raw.destroy()
    afterAnswer({ raw }, () => Promise.reject(new DatabaseUnavailableError()))
    afterAnswer({ raw }, () => Promise.reject(new Error('broken')))
    await app.close()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('broken')
  })
})
