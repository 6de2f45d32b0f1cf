import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../profiles/', import.meta.url))

/** The files that come with the gateway, by name without `.json`. The single-file build inlines them here. */
export const ownFiles = (): ReadonlyMap<string, string> =>
  new Map(globSync(`${folder}*.json`).map((path) => [basename(path, '.json'), readFileSync(path, 'utf8')]))
