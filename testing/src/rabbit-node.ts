import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keepLog } from './log.ts'
import { reservePort } from './ports.ts'
import { bareEnvironment } from './run.ts'

/** The folder with its programs: Debian's, unless RABBITMQ_BIN names another release's. */
const BIN = process.env['RABBITMQ_BIN'] ?? '/usr/lib/rabbitmq/bin'
const PROGRAM = join(BIN, 'rabbitmq-server')
const settings = new URL('../../deploy/rabbitmq/', import.meta.url)

async function reservePorts<N extends string>(...names: N[]) {
  const reserved = await Promise.all(names.map(reservePort))
  const port = (name: N) => reserved[names.indexOf(name)] ?? 0
  return { port }
}

/** Adapts deploy/rabbitmq/rabbitmq.conf to the test's ports and folders. */
async function configuration(
  folder: string,
  port: (name: 'amqp' | 'mqtt' | 'management' | 'auth') => number,
) {
  const shipped = await readFile(new URL('rabbitmq.conf', settings), 'utf8')
  return shipped
    .split('\n')
    .filter((line) => !/^(mqtt\.listeners\.ssl|ssl_options)/.test(line))
    .join('\n')
    .replace('127.0.0.1:5672', `127.0.0.1:${port('amqp')}`)
    .replace('127.0.0.1:1883', `127.0.0.1:${port('mqtt')}`)
    .replace('= 15672', `= ${port('management')}`)
    .replaceAll('127.0.0.1:8082/BROKER_AUTH_KEY', `127.0.0.1:${port('auth')}`)
    .concat(`\nload_definitions = ${folder}/definitions.json\n`)
}

/** What the nodes of a cluster share: the secret by which they know each other, and their register of names. */
type Cluster = {
  readonly cookie: string
  readonly names: number
  readonly auth: number
  readonly settings: string
}

/** Runs one of RabbitMQ's programs; resolves to what it prints. */
const programs = promisify(execFile)

/** An unmodified RabbitMQ, Debian's by default, as a separate node with the settings of deploy/rabbitmq; by default a cluster of its own. */
export async function rabbitNode(cluster?: Cluster) {
  if (!existsSync(PROGRAM))
    throw new Error('This test needs RabbitMQ as Debian packages it: run apt-get install rabbitmq-server.')
  const folder = await mkdtemp(join(tmpdir(), 'ks-rabbit-'))
  const reserved = await reservePorts('amqp', 'mqtt', 'management', 'auth', 'distribution', 'names')
  const port: typeof reserved.port = (name) =>
    (name === 'auth' || name === 'names' ? cluster?.[name] : undefined) ?? reserved.port(name)
  const user = { name: 'kellersonne', password: 'of the test', tags: 'administrator' }
  const permission = { user: user.name, vhost: '/', configure: '.*', write: '.*', read: '.*' }
  // May use AMQP, but not the management API.
  const limited = { name: 'limited', password: 'strange', tags: '' }
  const definitions = {
    users: [user, limited],
    vhosts: [{ name: '/' }],
    permissions: [permission, { ...permission, user: limited.name }],
  }
  await writeFile(join(folder, 'definitions.json'), JSON.stringify(definitions))
  await writeFile(
    join(folder, 'rabbitmq.conf'),
    (await configuration(folder, port)) + (cluster?.settings ?? ''),
  )
  if (cluster) await writeFile(join(folder, '.erlang.cookie'), cluster.cookie, { mode: 0o400 })
  await writeFile(join(folder, 'plugins'), await readFile(new URL('enabled_plugins', settings)))
  const env = {
    ...bareEnvironment(),
    HOME: folder,
    // Works without a resolvable host name.
    RABBITMQ_NODENAME: `ks${randomBytes(4).toString('hex')}@localhost`,
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_DIST_PORT: String(port('distribution')),
    ERL_EPMD_PORT: String(port('names')),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 2:2 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
  }
  // Started here, so that it does not outlive the test.
  const names = cluster ? null : spawn('epmd', [], { env, stdio: 'ignore' })
  let node: ChildProcess | undefined

  async function start() {
    const child = spawn(PROGRAM, [], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    node = child
    let output = ''
    const ready = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        keepLog('rabbitmq', String(chunk))
        if (output.includes('completed with')) ready.resolve()
      })
    child.once('exit', () => ready.reject(new Error(`RabbitMQ ended: ${output}`)))
    await ready.promise
  }
  async function stop(signal: NodeJS.Signals = 'SIGKILL') {
    const child = node
    node = undefined
    if (!child?.pid || child.exitCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, signal)
    await ended
  }
  const url = (name: string, password: string) =>
    `amqp://${name}:${encodeURIComponent(password)}@127.0.0.1:${port('amqp')}`
  await start()
  return {
    port,
    name: env.RABBITMQ_NODENAME,
    /** The environment in which RabbitMQ's programs reach it. */
    env,
    run: (program: string, ...args: string[]) =>
      programs(join(BIN, program), args, { env }).then(({ stdout }) => stdout),
    url: url(user.name, user.password),
    /** The URL for another user. */
    urlOf: url,
    managementUrl: `http://127.0.0.1:${port('management')}`,
    /** All that it has written to its log files. */
    async log() {
      const files = await readdir(join(folder, 'log'))
      return (await Promise.all(files.map((file) => readFile(join(folder, 'log', file), 'utf8')))).join('')
    },
    start,
    /** Kills it, as a power cut would; with SIGTERM it shuts down cleanly. */
    stop,
    /** Sends all its processes a signal, such as SIGSTOP: then it is there, and does not answer. */
    signal: (name: NodeJS.Signals) => node?.pid && process.kill(-node.pid, name),
    async close() {
      await stop()
      names?.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type RabbitNode = Awaited<ReturnType<typeof rabbitNode>>
