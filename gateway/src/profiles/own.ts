import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../profiles/', import.meta.url))

/** The files that come with the gateway, by their names without `.json`. The build of a single file puts them in here. */
export const ownFiles = (): ReadonlyMap<string, string> =>
  new Map(globSync(`${folder}*.json`).map((path) => [basename(path, '.json'), readFileSync(path, 'utf8')]))
