import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant that is switched on, 0: none, and what is reached is noted. */
    mutant: number
    /** After how many milliseconds a run is taken for endless. */
    patience: number
  }
  interface TaskMeta {
    /** Mutants that a test reached; of a file: those reached outside of its tests. */
    reached?: number[]
  }
}

/** An endless loop leaves no way to stop it from inside; another thread ends the process. */
const WATCHDOG = `const { workerData } = require('node:worker_threads')
setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData)`

const active = inject('mutant')
if (active === 0) {
  const outside = new Set<number>()
  let reached = outside
  Object.assign(globalThis, { mutant: (id: number) => reached.add(id).size === 0 })
  beforeEach(() => {
    reached = new Set()
  })
  afterEach(({ task }) => {
    task.meta.reached = [...reached]
    reached = outside
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixture is wanted
  afterAll(({}, { file }) => {
    file.meta.reached = [...outside]
  })
} else {
  // Vitest's own `bail` cancels whatever runs when its word arrives, which may be the run after.
  let caught = false
  beforeEach(({ skip }) => skip(caught))
  afterEach(({ task }) => {
    caught ||= task.result?.state === 'fail'
  })
  new Worker(WATCHDOG, { eval: true, workerData: inject('patience') }).unref()
}
