import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultsIn, SettingsFault } from '../settings/fault.ts'
import { beside } from '../settings/file.ts'
import { readJson, versionIn } from '../settings/json-file.ts'
import { compile } from './expressions.ts'
import { PROFILE_VERSION, type Profile, profile } from './profile.ts'

const folder = fileURLToPath(new URL('../../profiles/', import.meta.url))

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Formulas are checked when the file is read, not when the sun shines. */
function checkFormulas(path: string, { values }: Profile) {
  for (const [measure, formula] of Object.entries(values))
    try {
      compile(formula)
    } catch (error) {
      throw new SettingsFault(`${path} cannot be used. values.${measure}: ${reason(error)}.`)
    }
}

/** Reads a profile. Throws a `SettingsFault` that names file, field and rule. */
export function readProfile(path: string): Profile {
  const json = readJson(path)
  const version = versionIn(json)
  if (version !== null && version > PROFILE_VERSION)
    throw new SettingsFault(`${path} is for a newer gateway (version ${version}). Update the gateway.`)
  const { success, data, error } = profile.safeParse(json)
  if (!success) throw new SettingsFault(`${path} cannot be used. ${faultsIn(error)}.`)
  checkFormulas(path, data)
  return data
}

/** The profiles that come with the gateway, by their ids. */
export const ownProfiles = (): string[] =>
  globSync(`${folder}*.json`)
    .map((path) => basename(path, '.json'))
    .filter((id) => id !== 'sunspec-models' && id !== 'profile.schema')
    .sort()

/** The profile that the settings name, by its id or by a path that is relative to their file. Throws a `SettingsFault`. */
export function namedProfile(name: string, settingsPath: string): Profile {
  if (ownProfiles().includes(name)) return readProfile(`${folder}${name}.json`)
  const path = beside(settingsPath, name)
  if (name.endsWith('.json') && existsSync(path)) return readProfile(path)
  throw new SettingsFault(
    `There is no profile “${name}”: neither one of the gateway's (${ownProfiles().join(', ')}) nor the file ${path}.`,
  )
}
