import { setFlagsFromString } from 'node:v8'
import { errorText, printLine, runSimulator } from './run.ts'

const CLOSE_MS = 1900

// A first start's history would otherwise leave 100 MB of empty heap behind.
setFlagsFromString('--optimize-for-size')
const simulator = await runSimulator(process.env).catch((error: unknown) => {
  printLine(errorText(error))
  process.exit(1)
})

function close() {
  setTimeout(() => process.exit(0), CLOSE_MS).unref()
  void simulator.close().then(() => process.exit(0))
}
process.once('SIGTERM', close)
process.once('SIGINT', close)
// If its launcher is gone, nothing else would end this process.
process.once('disconnect', close)
process.send?.('ready')
