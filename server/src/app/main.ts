import { readConfig, StartupError } from '../platform/config.ts'
import { startHeartbeat } from './heartbeat.ts'
import { start } from './start.ts'

/** What an operator can mend is one sentence; anything else is ours, and shows where it happened. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}

const running = await Promise.resolve()
  .then(() => start(readConfig(process.env)))
  .catch(giveUp)

const CRASH_MS = 10_000

let ending = false
function end() {
  if (ending) return
  ending = true
  running.close().then(() => process.exit(0), giveUp)
}
/** Our code broke where nobody expected it: nothing is sure any more, but the database is ended as it is meant to be. */
function crash(error: unknown) {
  setTimeout(giveUp, CRASH_MS, error)
  running.closeAtOnce().finally(() => giveUp(error))
}
process.on('uncaughtException', crash)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
// Started by a launcher that is gone, nobody would ever end this process.
process.on('disconnect', end)
process.send?.('ready')
startHeartbeat()
