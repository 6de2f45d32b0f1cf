import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { check, type Outcome } from './outcome.ts'

/** Debian's package contains a server that would be started, so it is unpacked rather than installed. */
const unpacked = fileURLToPath(new URL('../../.cache/prometheus/', import.meta.url))
const places = ['/usr/bin/promtool', '/usr/local/bin/promtool', join(unpacked, 'usr/bin/promtool')]

/** Returns the machine's promtool, or the unpacked one; null if there is none. */
export const promtoolPath = (): string | null => places.find((path) => existsSync(path)) ?? null

const EXTRACT = 'dpkg-deb --fsys-tarfile "$0" | tar --extract --directory "$1" ./usr/bin/promtool'

/** Downloads Debian's package and unpacks it. Returns false if that is not possible. */
export function unpackPromtool(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  try {
    mkdirSync(unpacked, { recursive: true })
    const download = run('apt-get', '-q', '-o', 'APT::Sandbox::User=root', 'download', 'prometheus')
    const [file] = globSync('*.deb', { cwd: folder })
    return download && file !== undefined && run('sh', '-ec', EXTRACT, file, unpacked)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const TESTS = 'deploy/prometheus/tests'
const PART = 'alarms'

/** Reads promtool's report: a paragraph for each file, which ends with what it expected and got. */
export function alarmOutcomes(report: string, files: readonly string[]): Outcome[] {
  const paragraphs = report.split(/^Unit Testing: +/m)
  return files.map((file) => {
    const [name = '', ...output] = (paragraphs.find((one) => one.startsWith(`${file}\n`)) ?? '').split('\n')
    const passed = output[0]?.trim() === 'SUCCESS'
    const messages = passed ? [] : [output.join('\n').trim() || 'promtool does not mention it']
    return {
      ...check(PART, passed, 0),
      file: name || file,
      title: 'fires when it should, and not otherwise',
      messages,
    }
  })
}

/** Tests each alarm, and checks the example of a configuration. */
export async function testAlarms(root: string): Promise<Outcome[]> {
  const began = performance.now()
  async function promtool(...args: string[]) {
    const child = spawn(promtoolPath() ?? 'promtool', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { passed: code === 0, output: output + complained }
  }
  const files = globSync(`${TESTS}/*.yml`, { cwd: root }).sort()
  const tested = await promtool('test', 'rules', ...files)
  const outcomes = alarmOutcomes(tested.output, files)
  const config = await promtool('check', 'config', 'deploy/prometheus/prometheus.yml')
  if (!config.passed) console.error(config.output)
  return [...outcomes, check(`${PART}: configuration`, config.passed, performance.now() - began)]
}
