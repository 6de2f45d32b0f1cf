import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { shuffled } from '@kellersonne/testing/shuffled'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsOnPostgresql } from './scripts/suite/on-postgresql.ts'

const MOST_WORKERS = 8
const CORES = Math.min(MOST_WORKERS, availableParallelism())
/** More than the number of cores, because much of the time is spent waiting; limited by 4 GB of memory. */
const WORKERS = Math.min(MOST_WORKERS, CORES + 3)
const shared = {
  // A process with its modules and window per file would take as long as the tests themselves. See CONTRIBUTING.md.
  isolate: false,
  maxWorkers: WORKERS,
  // Longer than all waits of a test together, so that the report says which wait failed.
  testTimeout: 5 * TEST_TIMEOUT_MS,
  hookTimeout: 5 * TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS } },
}
const seed = '@kellersonne/testing/seed'
const ofServers = {
  ...shared,
  globalSetup: ['server/test/database/postgres.ts'],
  setupFiles: [seed, 'server/test/keepLog.ts'],
}
/** Another PostgreSQL than the embedded one, on which the tests of the database run too. */
const postgresqlUrl = process.env['POSTGRESQL_URL']
const order = process.env['TEST_SHUFFLE']

/**
 * The longest files. They mostly wait, and would leave the cores idle if too many of them ran together or last. The first ones
 * start beside the tests that compute, the others are spread over the shorter files.
 */
const LONG = [
  ...['server/src/app/start.', 'bench/src/gateway/cellar', 'conformance/test/faulty-obedience'],
  ...['server/src/app/stopping', 'simulator/test/firmware-journey', 'gateway/test/gateway'],
  ...['server/src/identity/accounts/deletion-crash', 'server/src/operations/cli/process'],
  ...['bench/src/firmware/interrupting', 'server/src/platform/http/holding'],
  ...['server/src/platform/broker/rabbitmq/messages', 'conformance/test/faulty-units'],
  ...['server/src/firmware/ddi/swupdate', 'server/src/platform/mail/trouble'],
  ...['conformance/test/faulty-firmware', 'conformance/test/faulty-servers'],
].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const BESIDE = 4
/** The last long file starts after this share of the others. */
const UNTIL = 0.85

const rankOf = ({ moduleId }: TestSpecification) => LONG.findIndex((path) => moduleId.startsWith(path))
const isLong = (file: TestSpecification) => rankOf(file) >= 0

/** Spreads the long files, and keeps those of a project together, because a worker serves only one project. */
function spread(files: TestSpecification[]) {
  const long = files.filter(isLong)
  const first = long.splice(0, BESIDE)
  const of = (name: string) => files.filter((file) => file.project.name === name && !isLong(file))
  // Each worker of the portal's tests loads all of it, and they begin with few.
  const computing = [...of('web'), ...of('pure')]
  // By name, those that wait would come together: bench, conformance and gateway first, the simulator last.
  const short = shuffled(of('real'), 1)
  const between = Math.max(1, Math.floor((UNTIL * short.length) / long.length))
  const mixed = short.flatMap((file, at) => (at % between === 0 ? [...long.splice(0, 1), file] : [file]))
  return [...first, ...computing, ...mixed, ...long, ...of('postgresql')]
}

class Sequencer extends BaseSequencer {
  /** The same order each time, whatever former runs have left; shuffled with the seed if there is one. */
  override async sort(files: TestSpecification[]) {
    const named = files.toSorted((a, b) => Number(a.moduleId > b.moduleId) - Number(a.moduleId < b.moduleId))
    const sorted = named.toSorted((a, b) => rankOf(a) - rankOf(b))
    return spread(order === undefined ? sorted : shuffled(named, Number(order)))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: Sequencer },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            '{core,contract,device-kit,gateway,simulator,conformance,testing}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            '*.test.ts',
          ],
          setupFiles: [seed],
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          ...shared,
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [seed, 'test/setup.ts'],
        },
      },
      {
        test: {
          ...ofServers,
          name: 'real',
          include: [
            '{server,bench}/src/**/*.test.ts',
            '{device-kit,gateway,simulator,conformance}/test/**/*.test.ts',
          ],
        },
      },
      ...(postgresqlUrl === undefined
        ? []
        : [
            {
              test: {
                ...ofServers,
                name: 'postgresql',
                include: testsOnPostgresql(import.meta.dirname),
                env: { TEST_DATABASE_URL: postgresqlUrl },
              },
            },
          ]),
    ],
  },
})
