import { setTimeout as sleep } from 'node:timers/promises'
import { buildPortal } from '../lib/build.ts'
import { familyOf, memoryOf, nameOf } from '../lib/processes.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, run, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'

const minutes = Number(process.env['MINUTES'] ?? 60)
const MINUTE_MS = 60_000
const MEGABYTE = 1_000_000
const WARM_UP = 0.1
const QUARTER = 0.25

const parts = {
  launcher: /scripts\/launch/,
  server: /server\/src\/app\/main/,
  simulator: /simulator\/src\/main/,
  database: /postgres/,
}
type Part = keyof typeof parts
const isPart = (name: string): name is Part => name in parts
const names = Object.keys(parts).filter(isPart)
type Sample = Readonly<Record<Part | 'all', number>>

/** Returns the memory of a running product and of each part in MB; parts share pages, so their sum is larger. */
function sample(pid: number): Sample {
  const family = familyOf(pid)
  const held = (part: Part) => memoryOf(family.filter((one) => parts[part].test(nameOf(one)))) / MEGABYTE
  return {
    all: memoryOf(family) / MEGABYTE,
    launcher: held('launcher'),
    server: held('server'),
    simulator: held('simulator'),
    database: held('database'),
  }
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

await onStage(async (stage) => {
  await buildPortal()
  const ports = await freePorts()
  const product = run(['--optimize-for-size', 'scripts/launch.ts'], { ...ports.env, DATA_DIR: stage.folder })
  stage.onEnd(() => stop(product))
  const samples: Sample[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    await sleep(MINUTE_MS)
    if (product.pid === undefined || product.exitCode !== null) throw new Error('the product has ended')
    samples.push(sample(product.pid))
  }
  const sums = samples.map(({ all }) => all)
  const warm = sums.slice(Math.floor(sums.length * WARM_UP))
  const quarter = Math.max(1, Math.floor(warm.length * QUARTER))
  const last = samples.at(-1)
  report(`memory: the demo for ${minutes} minutes, all processes at each minute`, [
    { name: 'highest', value: Math.max(...sums), unit: 'MB', target: { atMost: 300 }, note: spread(sums) },
    {
      name: 'last quarter to first, after a warm-up',
      value: mean(warm.slice(-quarter)) / mean(warm.slice(0, quarter)),
      unit: '',
      target: { atMost: 1.05 },
    },
    ...names.map((name) => ({ name: `${name} at the end`, value: last?.[name] ?? Number.NaN, unit: 'MB' })),
  ])
})
