import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { check, type Outcome } from './outcome.ts'
import { unpack } from './packages/unpack.ts'

const PROGRAM = 'usr/bin/promtool'
const unpacked = fileURLToPath(new URL(`../../.cache/prometheus/${PROGRAM}`, import.meta.url))
const places = ['/usr/bin/promtool', '/usr/local/bin/promtool', unpacked]

/** Returns the machine's promtool, or the unpacked one; null if there is none. */
export const promtoolPath = (): string | null => places.find((path) => existsSync(path)) ?? null

export const unpackPromtool = (): boolean => unpack('prometheus', PROGRAM)

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
