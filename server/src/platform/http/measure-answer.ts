import type { FastifyReply } from 'fastify'
import { httpDuration } from '../metrics.ts'

/** Measures and logs a response by its route, but no stream: paths may contain private data. */
export function measureAnswer(reply: FastifyReply) {
  const { log, method, routeOptions } = reply.request
  const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
  if (reply.getHeader('x-accel-buffering') === undefined) {
    httpDuration.observe(labels, reply.elapsedTime / 1000)
  }
  log.debug({ ...labels, ms: Math.round(reply.elapsedTime) }, 'answered')
}
