import { availableParallelism } from 'node:os'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { shuffled } from '@kellersonne/testing/shuffled'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const MOST_WORKERS = 8
const CORES = Math.min(MOST_WORKERS, availableParallelism())
/** More than the number of cores, because much of the time is spent waiting; limited by 4 GB of memory. */
const WORKERS = Math.min(MOST_WORKERS, CORES + 3)
/** Tests that only compute: more processes than cores would load modules and a window once more for nothing. */
const computing = { maxWorkers: CORES, sequence: { groupOrder: 0 } }
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

/** Shuffles the files with the seed, within each project, because a worker serves only one project. */
class Shuffling extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const named = files.toSorted((a, b) => Number(a.moduleId > b.moduleId) - Number(a.moduleId < b.moduleId))
    return [...Map.groupBy(shuffled(named, Number(order)), ({ project }) => project).values()].flat()
  }
}

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    ...(order !== undefined && { sequence: { sequencer: Shuffling } }),
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
