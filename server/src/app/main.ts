import { readConfig, StartupError } from '../platform/config.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openServiceManager } from './service-manager.ts'
import { start } from './start.ts'

/** An error the operator can fix is shown as one sentence; any other is a bug, shown with its stack trace. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}

const running = await Promise.resolve()
  .then(() => start(readConfig(process.env)))
  .catch(giveUp)

const CRASH_MS = 10_000
const manager = openServiceManager(process.env)

let ending = false
function end() {
  if (ending) return
  ending = true
  manager.stopping()
  running.close().then(() => process.exit(0), giveUp)
}
/** An unexpected exception: the state is unreliable, but the database is still shut down cleanly. */
function crash(error: unknown) {
  setTimeout(giveUp, CRASH_MS, error)
  running.closeAtOnce().finally(() => giveUp(error))
}
process.on('uncaughtException', crash)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
// If the launcher is gone, nobody else would end this process.
process.on('disconnect', end)
process.send?.('ready')
manager.ready()
startHeartbeat()
