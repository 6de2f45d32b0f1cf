import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, inject, TestRunner } from 'vitest'

/** The task of a worker. */
export type Task =
  /** Record which test reaches which mutant. */
  | { readonly kind: 'look' }
  /** Run the tests with this mutant switched on. */
  | { readonly kind: 'one'; readonly mutant: number; readonly patience: number }
  /** Repeat each test (by id) with each of these mutants. `current`: the file that names the active one. */
  | {
      readonly kind: 'many'
      readonly mutants: Record<string, readonly number[]>
      readonly patience: number
      readonly current: string
    }

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Task
  }
  interface TaskMeta {
    /** Mutants reached by a test; for a file, those reached outside of its tests. */
    reached?: number[]
    /** For a file: mutants caught by its tests, and how. */
    caught?: [mutant: number, by: string][]
    /** For a file: a mutant left state behind, so the mutants after it were not tried. */
    spoilt?: boolean
  }
}

declare global {
  /** True once a test has failed; undefined in the first file of a worker. */
  var caught: boolean | undefined
}

const task = inject('mutation')
const none = 0
let active = task.kind === 'one' ? task.mutant : none
const outside = new Set<number>()
let reached = outside
const switches = {
  mutant: task.kind === 'look' ? (id: number) => reached.add(id).size === 0 : (id: number) => id === active,
}
Object.assign(globalThis, switches)

/**
 * An endless loop cannot be stopped from inside, so a thread kills the process when `beat` stops changing. `current` is
 * the file that names the active mutant in case the process dies.
 */
const beat = new Int32Array(new SharedArrayBuffer(8))
const WATCHDOG = `const { workerData: { beat, patience, current } } = require('node:worker_threads')
let last = -1, since = Date.now()
setInterval(() => {
  if (beat[0] !== last) {
    last = beat[0]
    since = Date.now()
    if (current) require('node:fs').writeFileSync(current, String(beat[1]))
  }
  if (Date.now() - since > patience) process.kill(process.pid, 'SIGKILL')
}, 250)`
function watch(patience: number, current?: string) {
  new Worker(WATCHDOG, { eval: true, workerData: { beat, patience, current } }).unref()
}
function activate(mutant: number) {
  active = mutant
  beat[1] = mutant
  Atomics.add(beat, 0, 1)
}

if (task.kind === 'look') {
  beforeEach(() => {
    reached = new Set()
  })
  afterEach((context) => {
    context.task.meta.reached = [...reached]
    reached = outside
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixture is wanted
  afterAll(({}, { file }) => {
    file.meta.reached = [...outside]
  })
} else if (task.kind === 'one') {
  // Vitest's own `bail` cancels asynchronously and may hit the next run instead.
  beforeEach(({ skip }) => skip(globalThis.caught === true))
  afterEach((context) => {
    globalThis.caught ||= context.task.result?.state === 'fail'
  })
  if (globalThis.caught === undefined) watch(task.patience)
  globalThis.caught ??= false
} else {
  const { mutants, patience, current } = task
  const caught = new Map<number, string>()
  let spoilt = false
  const NEVER_MS = 2 ** 30
  afterEach(async (context) => {
    const { id, name } = context.task
    const run = TestRunner.getTestFn(context.task)
    const fault = () =>
      Promise.resolve()
        .then(run)
        .then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        )
    for (const mutant of mutants[id] ?? []) {
      if (spoilt || caught.has(mutant)) continue
      activate(mutant)
      const found = await fault()
      activate(none)
      if (found === undefined) continue
      spoilt = (await fault()) !== undefined
      if (!spoilt) caught.set(mutant, `${name}: ${found}`)
    }
  }, NEVER_MS)
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixture is wanted
  afterAll(({}, { file }) => {
    file.meta.caught = [...caught]
    file.meta.spoilt = spoilt
  })
  watch(patience, current)
}
