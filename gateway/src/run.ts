import { setTimeout as pause } from 'node:timers/promises'
import { logLine } from './log.ts'
import { textsFor } from './page/language.ts'
import { reportOf } from './page/report.ts'
import { openPage } from './page/server.ts'
import { terminalLines } from './page/terminal.ts'
import { namedProfile } from './profiles/load.ts'
import { SettingsFault } from './settings/fault.ts'
import { beside, readSettings } from './settings/file.ts'
import type { Settings } from './settings/settings.ts'
import { startGateway } from './uplink/gateway.ts'

const LISTEN_MS = 10_000
const STEP_MS = 500
const PATIENCE_MS = 3000

const profilesOf = ({ devices }: Settings, path: string) =>
  Object.fromEntries(devices.map(({ name, profile }) => [name, namedProfile(profile, path)]))

type Log = typeof logLine

function start(path: string, settings: Settings, log: Log = logLine) {
  if (settings.devices.length === 0) throw new SettingsFault(`${path} has no devices. Add one with setup.`)
  return startGateway(settings, {
    profiles: profilesOf(settings, path),
    stateFile: beside(path, settings.state_file),
    ...{ clock: Date.now, jitter: Math.random, log },
  })
}

/** Runs a gateway with its status page. Rejects with a `SettingsFault` if its settings cannot be used. */
export async function run(path: string, log: Log = logLine) {
  const settings = readSettings(path)
  const gateway = start(path, settings, log)
  const { port, host, names } = settings.status_page
  const page = await openPage({ port, host, names, status: gateway.status, clock: Date.now }).catch(
    (error: unknown) => {
      log(`status page not available: ${error instanceof Error ? error.message : String(error)}`)
      return null
    },
  )
  log(
    `system ${settings.portal.serial_number}, ${settings.devices.length} devices, page on port ${page?.port}`,
  )
  return {
    /** Port of the status page; null if it could not be opened. */
    port: page?.port ?? null,
    async close() {
      await page?.close()
      await gateway.close()
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof run>>

/** Resolves to the report of the running gateway; null if none is running. */
async function askRunning({ status_page: page }: Settings, language: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`http://127.0.0.1:${page.port}/check?lang=${language}`, { signal })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

/** Resolves to the report of the running gateway, or else of one that runs for a few seconds. */
export async function check(path: string, language: 'de' | 'en'): Promise<string> {
  const settings = readSettings(path)
  const running = await askRunning(settings, language)
  if (running !== null) return running
  const gateway = start(path, settings)
  try {
    const until = Date.now() + LISTEN_MS
    const isKnown = () =>
      gateway.status().devices.every(({ fault, answeredAt }) => fault === null && answeredAt !== null)
    for (const { poll } of gateway.devices) await poll()
    while (!isKnown() && Date.now() < until) {
      await pause(STEP_MS)
      await Promise.all(gateway.devices.map((device) => device.poll()))
    }
    const texts = textsFor(language)
    return `${terminalLines(reportOf(gateway.status(), texts, Date.now()), texts).join('\n')}\n`
  } finally {
    await gateway.close()
  }
}
