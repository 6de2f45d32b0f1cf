import { readFileSync, statSync } from 'node:fs'
import { SettingsFault } from './fault.ts'

const MAX_BYTES = 1024 * 1024
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reads a JSON file. Throws a `SettingsFault` that names it. */
export function readJson(path: string): unknown {
  let text: string
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error('it is larger than 1 MB')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsFault(`${path} cannot be read: ${reason(error)}.`)
  }
  return parseJson(path, text)
}

/** Parses a file's text. Throws a `SettingsFault` that names the file. */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SettingsFault(`${path} is damaged: ${reason(error)}.`)
  }
}

/** Returns the version a file states; null if it states none. */
export const versionIn = (json: unknown): number | null =>
  typeof json === 'object' && json !== null && 'version' in json && typeof json.version === 'number'
    ? json.version
    : null
