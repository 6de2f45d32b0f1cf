import { mkdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Config, readConfig, StartupError } from './config.ts'
import { openFleet } from './fleet.ts'
import { type Mailbox, openMailbox } from './panel/mailbox.ts'
import { buildPanel } from './panel/panel.ts'
import { siteOf } from './plant/plant.ts'
import { readRecording } from './plant/replay.ts'

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
export const printLine = (sentence: string) => process.stderr.write(`${sentence}\n`)

/** Runs what may fail for reasons the operator can fix. */
function attempt<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StartupError(`${what}: ${reason(error)}`)
  }
}

function recordingOf(path: string) {
  return attempt(`The recording ${path} cannot be used`, () => {
    const bytes = readFileSync(path)
    return readRecording((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
  })
}

function fleetOf(config: Config) {
  attempt(`The folder ${config.STATE_DIR} cannot be used`, () =>
    mkdirSync(config.STATE_DIR, { recursive: true }),
  )
  const site = siteOf({
    seed: config.SEED,
    latitude: config.LATITUDE,
    longitude: config.LONGITUDE,
    timeZone: config.TIME_ZONE,
    recording: config.REPLAY_FILE === undefined ? undefined : recordingOf(config.REPLAY_FILE),
  })
  return openFleet(
    {
      unitsFile: config.UNITS_FILE,
      stateDir: config.STATE_DIR,
      brokerUrl: config.BROKER_URL,
      updatesUrl: config.UPDATES_URL,
      downloadBytesPerS: config.DOWNLOAD_BYTES_PER_S,
      installMs: config.INSTALL_MS,
      pollMs: config.POLL_MS,
      intervalMs: config.INTERVAL_MS,
      historyDays: config.HISTORY_DAYS,
      firstMessage: config.FIRST_MESSAGE,
    },
    { site, now: () => new Date(), jitter: Math.random, onFault: printLine },
  )
}

const portFault =
  (port: string, user: string) =>
  (error: unknown): never => {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new StartupError(
      taken
        ? `${port} is taken: ${user} need one.`
        : `${port} cannot be opened for ${user}: ${reason(error)}`,
    )
  }

const noMailbox: Mailbox = { mails: () => [], close: () => Promise.resolve() }
const mailboxOf = async ({ MAILBOX_PORT: port }: Config): Promise<Mailbox> =>
  port === 0
    ? noMailbox
    : openMailbox(port, () => new Date()).catch(portFault(`Port ${port} (MAILBOX_PORT)`, "the demo's mails"))

/**
 * Starts the units and their front panels. Rejects with `StartupError` if something prevents it; `close` delivers
 * what is due and resolves within two seconds.
 */
export async function runSimulator(env: NodeJS.ProcessEnv) {
  const config = readConfig(env)
  const mailbox = await mailboxOf(config)
  const panel = buildPanel({
    fleet: () => fleet,
    mailbox,
    loopback: ['127.0.0.1', '::1', 'localhost'].includes(config.SIMULATOR_HOST),
  })
  const { SIMULATOR_PORT: port, SIMULATOR_HOST: host } = config
  await panel
    .listen({ port, host })
    .catch(portFault(`Port ${port} (SIMULATOR_PORT)`, "the simulated units' front panels"))
  const fleet = fleetOf(config)
  return { close: () => Promise.all([fleet.close(), panel.close(), mailbox.close()]) }
}

/** Returns the message for whoever started it. */
export const errorText = (error: unknown) =>
  error instanceof StartupError ? error.message : `The simulator failed: ${reason(error)}`
