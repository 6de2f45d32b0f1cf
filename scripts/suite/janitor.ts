// Waits for a run to end and cleans up after it: `node janitor.ts FOLDER`. Standard input is a pipe that only the run
// holds open, so that its end is detected even if the run is killed.
import { once } from 'node:events'
import { clear } from './run.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('the folder of a run is missing')
// Signals to the run's process group must not end its janitor.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
process.stdin.resume()
await once(process.stdin, 'close')
await clear(folder)
