import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { DatabaseUnavailableError } from '../db/database.ts'
import { ApiError, PROBLEM, problemOf } from './api-error.ts'
import { droppedLogLines, droppedOutageLines } from './bounded-log.ts'
import { measureAnswer } from './measure-answer.ts'

const RETRY_AFTER_S = 2
const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500

/** Maps any error to what the caller may know about it. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError)
    return new ApiError('unavailable', { retryAfter: RETRY_AFTER_S })
  const status = statusOf(error)
  if (status === 413) return new ApiError('payload_too_large')
  if (status === 415) return new ApiError('media_type_unsupported')
  if (status === 403 || status === 404) return new ApiError('not_found')
  return new ApiError(status >= 400 && status < 500 ? 'input_invalid' : 'internal')
}

/** Nothing else: a database error's other fields may contain an owner's input. */
const toLog = (error: unknown): { type: string; message?: string; stack?: string | undefined } =>
  error instanceof ApiError
    ? { type: 'ApiError', message: error.message }
    : error instanceof Error
      ? { type: error.name, message: error.message, stack: error.stack }
      : { type: typeof error }

/** For background work: failures while the database is unavailable are not logged, as the work is retried. */
export const logUnlessUnavailable = (log: FastifyBaseLogger) => (error: unknown) => {
  if (!(error instanceof DatabaseUnavailableError)) log.error({ fault: toLog(error) }, 'internal error')
}

/** Logs one line; limited per caller and minute. */
function logFault(error: unknown, log: FastifyBaseLogger, reply: FastifyReply) {
  const dropped = droppedLogLines(reply.server, 'internal', { ip: reply.request.ip })
  if (dropped === null) return
  log.error({ fault: toLog(error), ...(dropped > 0 && { left_out: dropped }) }, 'internal error')
}

/** Logs one line a second, without a stack: the database is away, wherever it was asked from. */
function logOutage(error: unknown, log: FastifyBaseLogger, reply: FastifyReply) {
  const dropped = droppedOutageLines(reply.server)
  if (dropped === null) return
  const { type, message } = toLog(error)
  log.warn({ fault: { type, message }, ...(dropped > 0 && { left_out: dropped }) }, 'unavailable')
}

function logged(error: unknown, log: FastifyBaseLogger, reply: FastifyReply) {
  const problem = problemOf(refusalOf(error))
  if (problem.code === 'internal') logFault(error, log, reply)
  if (problem.code === 'unavailable') logOutage(error, log, reply)
  return problem
}

/** Sends the matching problem; internal errors are logged, and their text is kept from the caller. */
export function sendError(error: unknown, log: FastifyBaseLogger, reply: FastifyReply) {
  const problem = logged(error, log, reply)
  if (problem.retry_after !== undefined) reply.header('retry-after', problem.retry_after)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(problem.status).type(PROBLEM).send(JSON.stringify(problem))
}

const TOO_MANY = 429

/**
 * For clients that take the body of any answer for what they asked for: does as `sendError`, but closes the connection
 * instead of sending a problem that may pass. It counts as an answer with the problem's status.
 */
export function sendErrorOrClose(error: unknown, log: FastifyBaseLogger, reply: FastifyReply) {
  const { status } = problemOf(refusalOf(error))
  if (status !== TOO_MANY && status < 500) return sendError(error, log, reply)
  logged(error, log, reply)
  measureAnswer(reply.code(status))
  reply.hijack().raw.destroy()
  return reply
}
