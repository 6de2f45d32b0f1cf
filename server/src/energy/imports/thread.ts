// Runs in a worker thread, which ends with its file: ten megabytes take seconds, during which the event loop must not block.
import { parentPort, workerData } from 'node:worker_threads'
import { FileTooLarge } from './collector.ts'
import { NotCsv } from './csv-table.ts'
import { buffersOf } from './packed.ts'
import { type ReadOptions, readFile } from './read-file.ts'
import type { ThreadAnswer } from './read-in-thread.ts'

// The parser makes an error of each line that is not as long as the first, as all are below a title: stacks took most of the time.
Error.stackTraceLimit = 0

const { bytes, options, cpuMs }: { bytes: Uint8Array; options: ReadOptions; cpuMs: number } = workerData

function checkTime() {
  const { user, system } = process.threadCpuUsage()
  if ((user + system) / 1000 > cpuMs) throw new FileTooLarge()
}

const respond = (answer: ThreadAnswer) =>
  parentPort?.postMessage(answer, 'file' in answer ? buffersOf(answer.file.energies) : [])

readFile(Buffer.from(bytes), options, checkTime).then(
  (file) => respond({ file }),
  (error: unknown) => {
    if (error instanceof NotCsv) respond({ refused: 'media_type_unsupported' })
    else if (error instanceof FileTooLarge) respond({ refused: 'payload_too_large' })
    else throw error
  },
)
