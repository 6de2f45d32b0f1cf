import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Puts `text` in a file's place: whoever reads finds the old or the new, never half of either. */
export function replaceFile(path: string, text: string) {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** A file's text, or null where there is none. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
