// Runs in a worker thread: a year of many systems takes seconds, during which the event loop must not block.
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { DatabaseUnavailableError, openDatabase } from '../../platform/db/database.ts'
import { oneAtATime } from '../../platform/db/one-at-a-time.ts'
import { answerOf } from './answers.ts'
import type { WorkerRequest, WorkerResponse } from './chart-thread.ts'

/** One for each question that is answered at once: a slow one leaves the others theirs. */
const CONNECTIONS = 4

const { url } = z.object({ url: z.string() }).parse(workerData)
const db = openDatabase(url, { size: CONNECTIONS })
const respond = (outcome: WorkerResponse) => parentPort?.postMessage(outcome)

parentPort?.on('message', ({ id, question, now }: WorkerRequest) => {
  answerOf(oneAtATime(db), question, now).then(
    (json) => respond({ id, json }),
    (error: unknown) => respond({ id, error, isAway: error instanceof DatabaseUnavailableError }),
  )
})
