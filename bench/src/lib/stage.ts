import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Ending = () => Promise<unknown> | unknown
export type Stage = {
  /** A temporary folder, deleted afterwards. */
  readonly folder: string
  /** Registers a cleanup step. They run in reverse order, however the benchmark ends. */
  readonly onEnd: (ending: Ending) => void
}

/** Runs a benchmark on its own stage and cleans up afterwards. */
export async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kellersonne-bench-'))
  const endings: Ending[] = [() => rm(folder, { recursive: true, force: true })]
  async function end() {
    for (const ending of endings.splice(0).reverse()) await ending()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    await play({ folder, onEnd: (ending) => void endings.push(ending) })
  } finally {
    await end()
  }
}
