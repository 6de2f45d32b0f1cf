// Waits for a run to end, however it ends, and clears what it leaves behind: `node janitor.ts FOLDER`. Its standard
// input is a pipe that only the run holds open, so that its end is noticed even where the run is killed.
import { once } from 'node:events'
import { clear } from './run.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('the folder of a run is missing')
// What ends the run's process group does not end its janitor.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
process.stdin.resume()
await once(process.stdin, 'close')
await clear(folder)
