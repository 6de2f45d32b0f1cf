// Runs benchmarks in turn, each in its own processes and folders: `node bench/src/main.ts [name …]`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The benchmarks in the order in which they run, each with its folder. */
const folders = new Map([
  ['ingest', 'telemetry'],
  ['ingest-rabbitmq', 'telemetry'],
  ['backlog', 'telemetry'],
  ['live', 'live'],
  ['states', 'live'],
  ['streams', 'live'],
  ['data', 'live'],
  ['messages', 'messages'],
  ['alerts', 'messages'],
  ['alert-delay', 'messages'],
  ['mass-outage', 'messages'],
  ['sign-in', 'identity'],
  ['export', 'operations'],
  ['backup', 'operations'],
  ['reset', 'identity'],
  ['crash', 'telemetry'],
  ['web-load', 'pages'],
  ['render', 'pages'],
  ['frames', 'pages'],
  ['openapi-page', 'pages'],
  ['memory', 'operations'],
  ['draw', 'pages'],
  ['forecast', 'energy'],
  ['forecast-job', 'energy'],
  ['forecast-year', 'energy'],
  ['watchdog', 'energy'],
  ['watchdog-job', 'energy'],
  ['fleet', 'operations'],
  ['fleet-jobs', 'operations'],
  ['sealing', 'telemetry'],
  ['charts', 'energy'],
  ['corrections', 'energy'],
  ['replay', 'energy'],
  ['has-update', 'firmware'],
  ['updates', 'firmware'],
  ['interruptions', 'firmware'],
  ['hostile', 'hostile'],
  ['gateway', 'gateway'],
])
const benchmarks = [...folders.keys()]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${benchmarks.join(', ')}.`)
  process.exit(1)
}

/** We may not publish the recordings: without a folder of them, their benchmarks are skipped. */
const fromRecordings = ['forecast', 'replay', 'watchdog']
const all = benchmarks.filter(
  (name) => !fromRecordings.includes(name) || process.env['RECORDINGS'] !== undefined,
)

let crashed = 0
for (const name of wanted.length > 0 ? wanted : all) {
  const file = fileURLToPath(new URL(`./${folders.get(name)}/${name}.ts`, import.meta.url))
  const [code] = await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'exit')
  if (code !== 0) crashed += 1
}
process.exit(crashed === 0 ? 0 : 1)
