import { globSync } from 'node:fs'

/** Tests of what an operator's own database has to do: store readings, seal days, back up, and answer every call of the API. */
const places = [
  ...['server/src/platform/db/database', 'server/src/platform/db/version'],
  ...['server/src/telemetry/readings/', 'server/src/telemetry/sealing/'],
  ...['server/src/live/store', 'server/src/live/energies', 'server/src/live/messages'],
  ...['server/src/operations/backup/', 'server/src/app/description/real-answers'],
]

/** Returns the tests to run on Debian's PostgreSQL too, relative to `root`; throws if a place has none, as after a move. */
export function testsOnPostgresql(root: string): string[] {
  const tests = globSync('server/src/**/*.test.ts', { cwd: root })
  const empty = places.filter((place) => !tests.some((file) => file.startsWith(place)))
  if (empty.length > 0) throw new Error(`no tests in ${empty.join()}`)
  return tests.filter((file) => places.some((place) => file.startsWith(place)))
}
