import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromiumPath } from './chromium.ts'
import type { Options } from './options.ts'
import { check, type Outcome } from './outcome.ts'
import type { NeedName } from './packages/packages.ts'
import { readPlaywrightReport } from './playwright-report.ts'
import { startPostgresql } from './postgresql.ts'
import { testAlarms } from './promtool.ts'
import type { Selection } from './selection.ts'
import { readVitestReport } from './vitest-report.ts'

/** How much lower the priority of checks is: it leaves the cores to the tests beside them, and still gets its share of a busy machine. */
const LOWER = 5

/** A part of a run, which is timed separately. */
export type Part = {
  readonly name: string
  readonly needs: readonly NeedName[]
  /** Resolves to its outcomes; a part that fails without naming a test fails as a whole. */
  readonly run: () => Promise<readonly Outcome[]>
}
type Place = { readonly root: string; readonly folder: string; readonly options: Options }

async function node(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Prints a check's output when it ends, because checks run concurrently. `lower`: than the priority of the run, which may be low itself. */
function checking(name: string, root: string, args: readonly string[], lower = LOWER): Part {
  async function run() {
    const began = performance.now()
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid !== undefined && lower > 0)
      setPriority(child.pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + lower))
    const [output, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    process.stdout.write(output + complained)
    return [check(name, code === 0, performance.now() - began)]
  }
  return { name, needs: [], run }
}

/** Escapes a title, because the runners expect a regular expression. */
const literally = (title: string) => title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

async function reported(name: string, ran: Promise<boolean>, read: () => Outcome[]): Promise<Outcome[]> {
  const succeeded = await ran
  try {
    const outcomes = read()
    const blamed = outcomes.some(({ passed }) => !passed)
    return succeeded || blamed ? outcomes : [...outcomes, check(name, false, 0)]
  } catch (fault) {
    console.error(`${name} left no report: ${fault instanceof Error ? fault.message : fault}`)
    return [check(name, false, 0)]
  }
}

function vitest({ root, folder, options }: Place, files: readonly string[], env = {}) {
  const name = 'vitest'
  const report = join(folder, `${name}.json`)
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', '--passWithNoTests'],
    ...[`--outputFile.json=${report}`, `--sequence.seed=${options.seed}`],
    ...(options.title === null ? [] : ['-t', literally(options.title)]),
    ...files,
  ]
  const given = { ...env, ...(options.shuffle ? { TEST_SHUFFLE: String(options.seed) } : {}) }
  return reported(name, node(root, args, given), () => readVitestReport(report, name, root))
}

/** Runs all of Vitest's tests, those of the database on Debian's PostgreSQL too. */
async function vitestOnBoth(place: Place): Promise<Outcome[]> {
  const server = startPostgresql()
  try {
    return await vitest(place, [], { POSTGRESQL_URL: server.url })
  } finally {
    server.stop()
  }
}

function playwrightPart({ root, folder, options }: Place, specs: readonly string[], whole: boolean): Part {
  const name = 'playwright'
  const report = join(folder, `${name}.json`)
  const args = [
    ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e', '--output', join(folder, 'e2e')],
    ...(options.title === null ? [] : ['-g', literally(options.title), '--pass-with-no-tests']),
    ...(options.trace ? ['--trace', 'on'] : []),
    ...(options.shuffle ? [`--shuffle=${options.seed}`] : []),
    ...(whole ? [] : specs.map((file) => file.replace('e2e/', ''))),
  ]
  const env = () => ({
    // Its workers set FORCE_COLOR, and programs warn if NO_COLOR is set too.
    ...{ NO_COLOR: undefined, FORCE_COLOR: '0' },
    CHROMIUM: chromiumPath() ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return {
    name,
    needs: ['chromium', 'firefox', 'shell'],
    run: () => reported(name, node(root, args, env()), () => readPlaywrightReport(report, name)),
  }
}

/** Returns the parts of a run in order; those of one row run concurrently, as many as there are cores. */
export function partsOf({ whole, workspaces, tests, specs }: Selection, place: Place): Part[][] {
  const { root } = place
  // Several compiler threads would each check the same libraries: one takes half the CPU time.
  const compiler = ['node_modules/typescript/bin/tsc', '--singleThreaded', '-p']
  const types = workspaces.map((name) => checking(`types: ${name}`, root, [...compiler, name]))
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off']
  const build = specs.length > 0 ? [checking('build', root, ['scripts/build.ts'], 0)] : []
  const knip = ['node_modules/knip/bin/knip.js', '--no-progress']
  const unused = whole ? [checking('unused code', root, knip)] : []
  const api = whole ? [checking('API document', root, ['scripts/lint-api.ts'])] : []
  const checks = [checking('lint and format', root, biome), ...unused, ...api, ...types]
  const isReal = tests.some((file) =>
    /^(server|bench|(device-kit|gateway|simulator|conformance)\/test)\//.test(file),
  )
  const withDevices = tests.some((file) => file.startsWith('gateway/test/'))
  const needs: NeedName[] = [
    ...(isReal ? (['rabbitmq', 'swupdate', 'postgresql', 'pgbackrest', 'nginx'] as const) : []),
    ...(withDevices ? (['mosquitto', 'pymodbus'] as const) : []),
  ]
  const alarms: Part = { name: 'alarms', needs: ['promtool'], run: () => testAlarms(root) }
  const vitests: Part = {
    name: 'vitest',
    needs,
    run: () => (whole ? vitestOnBoth(place) : vitest(place, tests)),
  }
  const browsers = specs.length > 0 ? [playwrightPart(place, specs, whole)] : []
  // Browser tests wait for units, pages and clocks, which leaves the cores time for the checks.
  const rows = [
    build,
    tests.length > 0 ? [vitests] : [],
    [...browsers, ...(whole ? [alarms] : []), ...checks],
  ]
  return rows.filter((row) => row.length > 0)
}
