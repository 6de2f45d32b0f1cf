import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { faultsIn, inWords, SettingsFault } from './fault.ts'
import { readJson, versionIn } from './json-file.ts'
import { SETTINGS_VERSION, type Settings, type SettingsInput, settings } from './settings.ts'

/** Reads the settings file. Throws a `SettingsFault` that names file, field and rule. */
export function readSettings(path: string): Settings {
  const json = readJson(path)
  const version = versionIn(json)
  if (version !== null && version > SETTINGS_VERSION)
    throw new SettingsFault(
      `${path} was written by a newer gateway (version ${version}; this one reads ${SETTINGS_VERSION}). Update the gateway.`,
    )
  const { success, data, error } = settings.safeParse(json, inWords)
  if (!success) throw new SettingsFault(`${path} cannot be used. ${faultsIn(error)}.`)
  return data
}

/** Writes the file atomically, readable only by its owner: it contains secrets. */
export function writeSettings(path: string, made: SettingsInput) {
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(made, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}

/** Resolves a path in the settings, which is relative to their file. */
export const beside = (settingsPath: string, path: string): string =>
  isAbsolute(path) ? path : join(dirname(settingsPath), path)
