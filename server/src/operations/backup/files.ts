import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { imageStore } from '../../firmware/releases/images.ts'
import { StartupError } from '../../platform/config.ts'
import type { Sql } from '../../platform/db/database.ts'
import { type Entry, entryOf } from './tar.ts'

/** The product's files in the data folder besides its database; they have the same names in a backup. */
export const SECRET_FILE = 'secret'
const TLS_FILES = ['tls/cert.pem', 'tls/key.pem']
const IMAGES = 'images/'
const OWNER_ONLY = 0o600
const image = z.object({ sha256: z.string(), chip: z.string(), version: z.string() })

/** Yields the MQTT certificate the server has generated, and its secret if it generated that too. */
export async function* keptFiles(dataFolder: string, withSecret: boolean): AsyncGenerator<Entry> {
  for (const name of withSecret ? [SECRET_FILE, ...TLS_FILES] : TLS_FILES) {
    const bytes = await readFile(join(dataFolder, name)).catch(() => null)
    if (bytes) yield entryOf(name, bytes)
  }
}

/** Yields the image of every release. Throws `StartupError` if one is missing in the data folder. */
export async function* images(sql: Sql, dataFolder: string): AsyncGenerator<Entry> {
  const { pathOf } = imageStore(dataFolder)
  const releases = await sql.rows(image, 'select distinct on (sha256) sha256, chip, version from release')
  for (const { sha256, chip, version } of releases) {
    const path = pathOf(sha256)
    const file = await stat(path).catch(() => {
      throw new StartupError(
        `The image of ${chip} ${version} is not in ${dataFolder}. Make the backup where it is, or give --no-images.`,
      )
    })
    yield { name: `${IMAGES}${sha256}`, size: file.size, body: createReadStream(path) }
  }
}

export const isImage = ({ name }: Entry) => name.startsWith(IMAGES)
export const isConfidential = ({ name }: Entry) => name === SECRET_FILE || TLS_FILES.includes(name)

/** Stores an image. Throws `StartupError` if its content does not match its name. */
export async function putImage({ name, body }: Entry, dataFolder: string): Promise<void> {
  const draft = join(dataFolder, `.image-${randomUUID()}`)
  try {
    await pipeline(body, createWriteStream(draft, { mode: OWNER_ONLY }))
    const { sha256 } = await imageStore(dataFolder).put(draft)
    if (`${IMAGES}${sha256}` !== name) throw new StartupError(`${name} in the backup is another file.`)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes a file atomically. */
export async function putFile(dataFolder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(dataFolder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, bytes, { mode: OWNER_ONLY, flush: true })
  await rename(`${path}.new`, path)
}
