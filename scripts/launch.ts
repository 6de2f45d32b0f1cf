// Starts and stops all parts of the product together: `node scripts/launch.ts [serve | dev]`.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '@kellersonne/server/platform/config'
import { startEmbedded } from '@kellersonne/server/platform/db/embedded'
import { errorText, runSimulator } from '@kellersonne/simulator/run'
import { buildPortal } from './build.ts'
import { runDemoGateway } from './demo-gateway.ts'
import { stop, supervise } from './supervise.ts'

type Mode = 'demo' | 'serve' | 'dev'
const mode: Mode = process.argv[2] === 'serve' ? 'serve' : process.argv[2] === 'dev' ? 'dev' : 'demo'
const root = new URL('..', import.meta.url)
const given = { ...process.env, ...(mode === 'serve' ? { DEMO: '0' } : {}) }
const { DEMO: demo, PORT: port, MQTT_PORT, UPDATES_PORT, DATA_DIR, DATABASE_URL, SMTP_URL } = configOf(given)
const pagePort = Number(process.env['GATEWAY_PORT'] ?? 8070)
let gatewayPort: number | null = null
const mailbox = process.env['MAILBOX_PORT'] ?? (SMTP_URL === undefined ? '1025' : '0')
// Users of the demo look at the portal, not at the log; mails go to the mailbox on the front panel.
const demoSettings = {
  LOG_LEVEL: 'warn',
  MAILBOX_PORT: mailbox,
  ...(mailbox !== '0' && { SMTP_URL: `smtp://127.0.0.1:${mailbox}` }),
}
const env: NodeJS.ProcessEnv = { ...(demo ? demoSettings : {}), ...given }
const units = {
  UNITS_FILE: join(DATA_DIR, 'demo-units.json'),
  STATE_DIR: join(DATA_DIR, 'simulator'),
  BROKER_URL: `mqtt://127.0.0.1:${MQTT_PORT}`,
  UPDATES_URL: `http://127.0.0.1:${UPDATES_PORT}`,
}
const place = {
  ...{ dataFolder: DATA_DIR, unitsFile: units.UNITS_FILE, brokerUrl: units.BROKER_URL, pagePort },
  portalUrl: `http://127.0.0.1:${port}`,
}

function configOf(variables: NodeJS.ProcessEnv) {
  try {
    return readConfig(variables)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

type Closing = () => Promise<unknown>
const closings: Closing[] = []
let ending = false

/** In a separate process group, so that Ctrl-C reaches only this process, which stops the others in order. */
const launch = (args: string[], more: NodeJS.ProcessEnv = {}, folder = '.') =>
  spawn(process.execPath, args, {
    cwd: new URL(folder, root),
    env: { ...env, ...more },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

function run(...given: Parameters<typeof launch>) {
  const child = launch(...given)
  closings.push(() => stop(child))
  child.on('exit', (code) => void end(code ?? 1))
  return child
}

/** Restarts the server whenever it dies. If the launcher stops meanwhile, it stops the database the server left behind. */
async function keepServing(args: string[]) {
  const server = supervise(
    () => launch(args),
    (code) => void end(code),
  )
  closings.push(async () => {
    const hasDied = server.isDead()
    await server.stop()
    if (!hasDied || DATABASE_URL !== undefined) return
    const left = await startEmbedded(DATA_DIR)
    await left.stop()
  })
  await server.ready
}

/** Stops the parts in reverse order of their start: units can still deliver while the server is running. */
async function end(code: number) {
  if (ending) return
  ending = true
  for (const close of closings.toReversed()) await close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))

const ready = (child: ChildProcess) =>
  new Promise<void>((done) => child.on('message', (message) => message === 'ready' && done()))

/** Runs the simulator in this process, which saves the memory of another one. */
async function simulate() {
  try {
    const simulator = await runSimulator({ ...env, ...units })
    closings.push(simulator.close)
    const gateway = await runDemoGateway(place, env)
    if (gateway) closings.push(gateway.close)
    gatewayPort = gateway?.port ?? null
  } catch (error) {
    console.error(errorText(error))
    await end(1)
  }
}

const watch = ['--watch-preserve-output', '--watch']
if (mode === 'dev') {
  // Vite serves the portal's pages here.
  await ready(
    run([...watch, 'server/src/app/main.ts'], { ALLOWED_ORIGINS: 'http://localhost:5173', ...given }),
  )
  if (demo) await ready(run([...watch, 'simulator/src/main.ts'], units))
  run(['../node_modules/vite/bin/vite.js', '--clearScreen', 'false'], {}, 'web/')
} else {
  await buildPortal()
  // On a personal machine, the demo should save memory rather than time: `npm start` passes the option to this process.
  await keepServing([...(demo ? process.execArgv : []), 'server/src/app/main.ts'])
  if (demo) await simulate()
}

const address = mode === 'dev' ? 'http://localhost:5173' : `http://localhost:${port}`
console.log(`\n  Kellersonne   ${address}`)
if (demo) {
  console.log(`  Front panel   http://localhost:${env['SIMULATOR_PORT'] ?? '8090'}`)
  if (gatewayPort !== null) console.log(`  Gateway       http://localhost:${gatewayPort}`)
  console.log('  Sign in with  demo@kellersonne.example  ·  Sonne-im-Keller-1')
}
console.log('\n  Ctrl-C ends it.\n')
