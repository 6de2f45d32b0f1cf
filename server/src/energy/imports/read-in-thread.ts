import { Worker } from 'node:worker_threads'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ReadFile, ReadOptions } from './read-file.ts'

export type ThreadAnswer =
  | { readonly file: ReadFile }
  | { readonly refused: 'media_type_unsupported' | 'payload_too_large' }

const HEAP_MB = 256
/** Several times what the largest useful file takes. Not by the clock: on a busy machine every file takes long by that. */
const CPU_MS = 6000
/** However busy the machine is. */
const DEADLINE_MS = 60_000

type Limits = {
  /** The CPU time that the thread may use. */
  readonly cpuMs?: number
  readonly deadlineMs?: number
}

/**
 * Reads a file in a thread of its own, with limits on memory and time. Throws `ApiError` media_type_unsupported,
 * and payload_too_large beyond the limits.
 */
export async function readInThread(
  bytes: Buffer,
  options: ReadOptions,
  { cpuMs = CPU_MS, deadlineMs = DEADLINE_MS }: Limits = {},
): Promise<ReadFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
  const own = new Uint8Array(bytes)
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { bytes: own, options, cpuMs },
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const tooLarge = () => resolve({ refused: 'payload_too_large' })
  const deadline = setTimeout(() => {
    tooLarge()
    void worker.terminate()
  }, deadlineMs)
  worker.once('message', resolve)
  worker.once('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooLarge()
    else reject(error)
  })
  try {
    const answer = await promise
    if ('refused' in answer) throw new ApiError(answer.refused)
    return answer.file
  } finally {
    clearTimeout(deadline)
    // By itself: Node may crash where a thread is ended from outside while it ends (nodejs/node#56312).
    await ended
  }
}
