import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { shuffled } from '@kellersonne/testing/shuffled'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const MOST_WORKERS = 8
const CORES = Math.min(MOST_WORKERS, availableParallelism())
/** More than the number of cores, because much of the time is spent waiting; limited by 4 GB of memory. */
const WORKERS = Math.min(MOST_WORKERS, CORES + 3)
/** Tests that mostly compute: each process loads all modules and a window once more, but some tests wait. */
const computing = { maxWorkers: Math.min(MOST_WORKERS, CORES + 1), sequence: { groupOrder: 0 } }
/** Tests that mostly wait. Vitest wants projects with other numbers of workers to take turns. */
const waiting = { maxWorkers: WORKERS, sequence: { groupOrder: 1 } }
const shared = {
  // A process with its modules and window per file would take as long as the tests themselves. See CONTRIBUTING.md.
  isolate: false,
  // Longer than all waits of a test together, so that the report says which wait failed.
  testTimeout: 5 * TEST_TIMEOUT_MS,
  hookTimeout: 5 * TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS } },
}
const seed = '@kellersonne/testing/seed'
const order = process.env['TEST_SHUFFLE']

/** The longest files: started last, one of them would leave the other workers without work. */
const LONG = [
  ...['bench/src/gateway/cellar', 'server/src/app/start', 'server/src/app/stopping'],
  ...['conformance/test/faulty-', 'simulator/test/firmware-journey', 'gateway/test/gateway'],
  ...['server/src/identity/accounts/deletion-crash', 'server/src/platform/http/holding'],
  ...['server/src/platform/broker/rabbitmq/messages', 'server/src/firmware/ddi/swupdate'],
].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const rankOf = ({ moduleId }: TestSpecification) => {
  const at = LONG.findIndex((path) => moduleId.startsWith(path))
  return at === -1 ? LONG.length : at
}

/** Keeps the files of a project together, because a worker serves only one project. */
class Sequencer extends BaseSequencer {
  /** Shuffles with the seed if there is one; long files go first otherwise. */
  override async sort(files: TestSpecification[]) {
    const named = files.toSorted((a, b) => Number(a.moduleId > b.moduleId) - Number(a.moduleId < b.moduleId))
    const sorted =
      order === undefined
        ? (await super.sort(named)).toSorted((a, b) => rankOf(a) - rankOf(b))
        : shuffled(named, Number(order))
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flat()
  }
}

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: Sequencer },
    projects: [
      {
        test: {
          ...shared,
          ...computing,
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
          ...computing,
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [seed, 'test/setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...waiting,
          name: 'real',
          include: [
            '{server,bench}/src/**/*.test.ts',
            '{device-kit,gateway,simulator,conformance}/test/**/*.test.ts',
          ],
          globalSetup: ['server/test/database/postgres.ts'],
          setupFiles: [seed, 'server/test/keepLog.ts'],
        },
      },
    ],
  },
})
