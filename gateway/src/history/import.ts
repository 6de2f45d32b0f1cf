import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { MAX_IMPORT_BYTES } from '@kellersonne/contract/energy/imports'
import { textsFor } from '../page/language.ts'
import { namedProfile } from '../profiles/load.ts'
import { SettingsFault } from '../settings/fault.ts'
import { readSettings } from '../settings/file.ts'
import { DeviceFault } from '../transports/fault.ts'
import { historyOf } from './sources.ts'

/** How far back history is fetched by default. */
const YEARS = 2
const FIRST_DAY = /^20\d\d-\d\d-\d\d$/

type Asked = {
  /** Path of the settings file. */
  readonly path: string
  /** Path of the file to write. */
  readonly out: string
  /** The name of the device; null = the only one that keeps history. */
  readonly device: string | null
  /** The first day, in UTC; null = two years ago. */
  readonly from: string | null
  readonly language: string
}

/** Returns the start of the first day, ms UTC. Throws a `SettingsFault`. */
function startOf(from: string | null, now: Date): number {
  const start = from === null ? now.setUTCFullYear(now.getUTCFullYear() - YEARS) : Date.parse(from)
  if ((from === null || FIRST_DAY.test(from)) && start < Date.now()) return start
  throw new SettingsFault(`--from “${from}” is not a day in the past. Write it as 2025-01-31.`)
}

/** Returns the device to fetch history from, and how. Throws a `SettingsFault`. */
function sourceOf({ path, device }: Asked) {
  const all = readSettings(path).devices.flatMap((one) => {
    const fetch = historyOf(one, namedProfile(one.profile, path))
    return fetch ? [{ name: one.name, fetch }] : []
  })
  const found = device === null ? all : all.filter(({ name }) => name === device)
  const [only, ...others] = found
  const names = all.map(({ name }) => name).join(', ')
  if (only && others.length === 0) return only
  if (all.length === 0)
    throw new SettingsFault(
      `No device in ${path} keeps a history that can be fetched. Those with home-assistant or evcc-http do.`,
    )
  throw new SettingsFault(`Use --device to choose the device to fetch from: ${names}.`)
}

/** Writes a file as a whole or not at all. Throws a `SettingsFault`. */
function writeNew(path: string, text: string) {
  const unfinished = `${path}.new`
  try {
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsFault(`${path} cannot be written: ${reason}. Choose another file with --out.`)
  }
}

/** Writes a device's history to a new file for the portal's import. Rejects with a `SettingsFault`. */
export async function importHistory(asked: Asked): Promise<string> {
  const from = startOf(asked.from, new Date())
  if (existsSync(asked.out))
    throw new SettingsFault(`${asked.out} already exists. Choose another file with --out.`)
  const { name, fetch } = sourceOf(asked)
  const text = await fetch({ from, until: Date.now() }).catch((error: unknown) => {
    if (!(error instanceof DeviceFault)) throw error
    throw new SettingsFault(`${name}: ${textsFor(asked.language).fault[error.code]} (${error.message})`)
  })
  const lines = text.trimEnd().split('\n').length - 1
  if (lines === 0) throw new SettingsFault(`${name} has no data for this time.`)
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
    throw new SettingsFault('The portal accepts files of up to 10 MB. Choose a later day with --from.')
  writeNew(asked.out, text)
  return `${asked.out}: ${lines} lines from ${name}. Import the file in the portal: Settings → History.\n`
}
