import { testServer } from './against-server/run.ts'
import type { Deed } from './against-unit/bench.ts'
import { testUnit } from './against-unit/run.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { CannotRun, exitCodeOf, lineOf, type Result, summaryOf } from './report.ts'

type Streams = {
  readonly out: (text: string) => void
  /** For whoever watches: what is waited for, and why it cannot run. */
  readonly err: (text: string) => void
}

const deeds: Record<Deed, string> = {
  switch_off: 'Turn the main switch of the unit off.',
  switch_on: 'Turn the main switch of the unit on.',
  leave: 'Shut the unit down as usual (not by pulling its plug).',
}

async function run(options: Exclude<Options, { role: 'help' }>, signal: AbortSignal, { out, err }: Streams) {
  const results: Result[] = []
  function onResult(result: Result) {
    results.push(result)
    if (!options.json) out(`${lineOf(result)}\n`)
  }
  const common = { now: () => new Date(), signal, onResult }
  if (options.role === 'unit') await testServer({ ...options, ...common })
  else
    await testUnit({
      ...{ ...options, ...common },
      hands: options.hands ? (deed) => err(`>>> ${deeds[deed]}\n`) : null,
      onReady: ({ broker, updates }) =>
        err(
          `Waiting for unit ${options.sn} on port ${broker}${updates === null ? '' : `, updates on ${updates}`}.\n`,
        ),
    })
  out(
    options.json
      ? `${JSON.stringify({ summary: summaryOf(results), results }, null, 2)}\n`
      : `${summaryOf(results)}\n`,
  )
  return exitCodeOf(results)
}

/** Runs a test by its command line; resolves to the exit code: 0 nothing wrong, 1 something wrong, 2 it could not run. */
export async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  streams: Streams,
): Promise<0 | 1 | 2> {
  try {
    const options = readOptions(args, env)
    if (options.role !== 'help') return await run(options, signal, streams)
    streams.out(USAGE)
    return 0
  } catch (error) {
    if (signal.aborted) streams.err('The test was stopped.\n')
    else if (error instanceof CannotRun) streams.err(`${error.message}\n`)
    else streams.err(`The test failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    return 2
  }
}
