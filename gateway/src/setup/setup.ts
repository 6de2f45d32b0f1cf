import { existsSync } from 'node:fs'
import { faultsIn, inWords, SettingsFault } from '../settings/fault.ts'
import { readSettings, writeSettings } from '../settings/file.ts'
import { type DeviceSettings, SETTINGS_VERSION, type SettingsInput, settings } from '../settings/settings.ts'
import { askDevice } from './ask-device.ts'
import { pair } from './pair.ts'
import type { Terminal } from './terminal.ts'
import { setupTexts } from './texts.ts'

export type SetupOptions = {
  /** Path of the settings file, which need not exist yet. */
  readonly path: string
  readonly portal: string | null
  readonly code: string | null
  readonly language: 'de' | 'en'
}

const before = (path: string): SettingsInput | null => (existsSync(path) ? readSettings(path) : null)

/** Validates settings before writing them, so that a typing mistake is reported at once and nothing is half done. */
function write(path: string, made: SettingsInput) {
  const { success, error } = settings.safeParse(made, inWords)
  if (!success) throw new SettingsFault(`These settings cannot be used. ${faultsIn(error)}.`)
  writeSettings(path, made)
}

/**
 * Pairs the gateway if necessary, asks for devices, tries each, and saves the settings after each step. Rejects with a
 * `SettingsFault` that says what to do.
 */
export async function setUp(
  { path, portal, code, language }: SetupOptions,
  terminal: Terminal,
): Promise<void> {
  const texts = setupTexts(language)
  const known = before(path)
  let made: SettingsInput
  if (known && code === null) {
    terminal.print(texts.kept(String(known.portal.serial_number)))
    made = known
  } else {
    const address = portal ?? known?.portal.url ?? (await terminal.ask(texts.portal))
    const paired = await pair(address, code ?? (await terminal.ask(texts.code)))
    terminal.print(texts.paired(String(paired.serial_number)))
    made = { ...(known ?? { version: SETTINGS_VERSION, devices: [] }), portal: paired }
    write(path, made)
  }
  for (;;) {
    const taken = made.devices.map(({ name }) => name)
    const device: DeviceSettings | null = await askDevice({ terminal, texts, language }, taken)
    if (device) {
      const others = made.devices.filter(({ name }) => name !== device.name)
      const next = { ...made, devices: [...others, device] }
      try {
        write(path, next)
        made = next
      } catch (error) {
        if (!(error instanceof SettingsFault)) throw error
        terminal.print(error.message)
      }
    }
    if (!texts.yes.test(await terminal.ask(texts.another))) break
  }
  terminal.print(texts.written(path))
}
