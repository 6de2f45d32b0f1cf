// npm test: everything, one after the other, and one line at the end that says how much of it holds.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './chromium.mjs'
import { ensureFirefox } from './firefox.mjs'
import { install, nodeBinary, root } from './install.mjs'
import { startPostgresql } from './postgresql.mjs'

install()
const node = nodeBinary()
const cache = `${root}.cache`
mkdirSync(cache, { recursive: true })
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const total = { passed: 0, failed: 0 }

function step(name, args, env = {}) {
  console.log(`\n── ${name}`)
  return (
    spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...plain, ...env } })
      .status === 0
  )
}
function check(name, args) {
  total[step(name, args) ? 'passed' : 'failed'] += 1
}
/** Runs a test runner that leaves a report; one that leaves none has failed. */
function suite(name, args, env, count) {
  const report = `${cache}/${name}.json`
  rmSync(report, { force: true })
  const ok = step(name, args(report), env(report))
  let { passed, failed } = { passed: 0, failed: 1 }
  try {
    ;({ passed, failed } = count(JSON.parse(readFileSync(report, 'utf8'))))
  } catch {
    console.error(`${name} left no report`)
  }
  total.passed += passed
  total.failed += ok ? failed : Math.max(1, failed)
}

const tsc = 'node_modules/typescript/bin/tsc'
for (const part of ['core', 'contract', 'server', 'simulator', 'web', 'web/vite', 'e2e', 'bench', 'scripts'])
  check(`types: ${part}`, [tsc, '-p', part])
check('lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'])
function vitest(name, which = [], env = {}) {
  const run = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
  suite(
    name,
    (report) => [...run, `--outputFile.json=${report}`, ...which],
    () => env,
    ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  )
}
/** What an operator's own database has to do. */
function debianPostgresql() {
  const live = ['live/store', 'live/energies', 'live/messages']
  const parts = ['db/database', 'db/version', 'readings', ...live, 'sealing', 'systems', 'backup']
  const server = startPostgresql()
  if (!server) {
    total.failed += 1
    return
  }
  const files = parts.map((part) => `server/src/${part}`)
  vitest('vitest-postgresql', ['--project', 'real', ...files], { TEST_DATABASE_URL: server.url })
  server.stop()
}

vitest('vitest')
debianPostgresql()
check('build', ['scripts/build.ts'])
const chromium = await ensureChromium()
const firefox = ensureFirefox()
suite(
  'playwright',
  () => ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'],
  (report) => ({
    ...{ CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    ...(firefox && { FIREFOX: firefox }),
  }),
  ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
)

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
