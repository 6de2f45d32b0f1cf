import type { Writable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'

type Reply = { readonly raw: Pick<Writable, 'closed' | 'once'> }
export type AfterAnswer = (reply: Reply, work: () => Promise<unknown>) => void

/**
 * Runs work after a response has been sent or its client has disconnected, so that response times do not reveal the
 * work. Errors are logged; `app` does not close before all work is done.
 */
export function afterAnswers(app: FastifyInstance, log: FastifyBaseLogger): AfterAnswer {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return ({ raw }, work) => {
    const answered = new Promise<void>((resolve) => {
      if (raw.closed) resolve()
      else raw.once('close', resolve)
    })
    const done = answered
      .then(work)
      .then(() => undefined)
      .catch(logUnlessUnavailable(log))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
