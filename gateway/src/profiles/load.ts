import { existsSync } from 'node:fs'
import { faultsIn, inWords, SettingsFault } from '../settings/fault.ts'
import { beside } from '../settings/file.ts'
import { parseJson, readJson, versionIn } from '../settings/json-file.ts'
import { compile } from './expressions.ts'
import { ownFiles } from './own.ts'
import { PROFILE_VERSION, type Profile, profile } from './profile.ts'

/** Definitions of SunSpec's models, stored beside the profiles. */
const MODELS = 'sunspec-models'

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Checks formulas when the file is read, so that a mistake shows before any value needs them. */
function checkFormulas(path: string, { values }: Profile) {
  for (const [measure, formula] of Object.entries(values))
    try {
      compile(formula)
    } catch (error) {
      throw new SettingsFault(`${path} cannot be used. values.${measure}: ${reason(error)}.`)
    }
}

/** Checks a profile. Throws a `SettingsFault` that names file, field and rule. */
export function checkedProfile(path: string, json: unknown): Profile {
  const version = versionIn(json)
  if (version !== null && version > PROFILE_VERSION)
    throw new SettingsFault(`${path} is for a newer gateway (version ${version}). Update the gateway.`)
  const { success, data, error } = profile.safeParse(json, inWords)
  if (!success) throw new SettingsFault(`${path} cannot be used. ${faultsIn(error)}.`)
  checkFormulas(path, data)
  return data
}

/** Returns the ids of the profiles that come with the gateway. */
export const ownProfiles = (): string[] =>
  [...ownFiles().keys()].filter((id) => id !== MODELS).sort((a, b) => a.localeCompare(b))

/** Returns a profile by its id, or by a path relative to the settings file. Throws a `SettingsFault`. */
export function namedProfile(name: string, settingsPath: string): Profile {
  const own = name === MODELS ? undefined : ownFiles().get(name)
  if (own !== undefined) return checkedProfile(name, parseJson(name, own))
  const path = beside(settingsPath, name)
  if (name.endsWith('.json') && existsSync(path)) return checkedProfile(path, readJson(path))
  throw new SettingsFault(
    `There is no profile “${name}”: neither one of the gateway's (${ownProfiles().join(', ')}) nor the file ${path}.`,
  )
}
