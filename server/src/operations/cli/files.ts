import { readFile, writeFile } from 'node:fs/promises'
import { cannot } from './command.ts'

const OWNER_ONLY = 0o600

/** Resolves to a file's text. Throws `StartupError` if it cannot be read. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw cannot(`${path} cannot be read.`)
  })

/** Creates a file. Throws `StartupError` if it already exists or cannot be written. */
export const writeNew = (path: string, text: string, isSecret = false): Promise<void> =>
  writeFile(path, text, { flag: 'wx', ...(isSecret && { mode: OWNER_ONLY }) }).catch(
    (error: NodeJS.ErrnoException) => {
      throw cannot(error.code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be written.`)
    },
  )
