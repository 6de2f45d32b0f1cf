import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, StartupError } from './config.ts'

const MIN_BYTES = 32

/**
 * Resolves to the one secret all keys are derived from: SECRET, or with the embedded database a file in the data
 * folder, created on first start. Processes of one installation need the same secret.
 */
export async function readSecret({ SECRET, DATABASE_URL }: Config, dataFolder: string): Promise<Buffer> {
  if (SECRET !== undefined) return checked(Buffer.from(SECRET, 'base64'), 'SECRET')
  if (DATABASE_URL !== undefined)
    throw new StartupError(
      "With a DATABASE_URL of one's own, SECRET must be set too: 32 random bytes as base64 (openssl rand -base64 32).",
    )
  const file = join(dataFolder, 'secret')
  const made = randomBytes(MIN_BYTES).toString('base64')
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch(() => undefined)
  return checked(Buffer.from(await readFile(file, 'utf8'), 'base64'), file)
}

function checked(secret: Buffer, source: string) {
  if (secret.length < MIN_BYTES) throw new StartupError(`${source} must hold 32 bytes or more, as base64.`)
  return secret
}
