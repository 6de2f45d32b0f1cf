import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Replaces a file's text atomically: readers see the old or the new, never half of either. */
export function replaceFile(path: string, text: string) {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** Returns a file's text, or null if there is no such file. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
