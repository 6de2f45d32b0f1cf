import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import { FORMAT, MANIFEST, type Manifest, manifest } from './manifest.ts'
import { type Entry, readSmall, readTar } from './tar.ts'

/** Converts errors of the file to a sentence; returns any other unchanged. */
function fileFault(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (/^Z(STD)?_/.test(String(error.code)))
    return new StartupError(`${path} is no backup of Kellersonne, or it is damaged.`)
  return 'syscall' in error && !('path' in error && error.path !== path)
    ? new StartupError(`${path} cannot be read.`)
    : error
}

/** The first bytes of every gzip file (RFC 1952), which backups of formats 1 and 2 are. */
const GZIP = '1f8b'

async function isGzip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(GZIP.length / 2), position: 0 })
  return buffer.toString('hex') === GZIP
}

async function readEntries(path: string, read: (entries: AsyncGenerator<Entry, void>) => Promise<void>) {
  const decompress = (await isGzip(path)) ? createGunzip() : createZstdDecompress()
  await pipeline(createReadStream(path), decompress, (bytes: AsyncIterable<Buffer>) => read(readTar(bytes)))
}

/** Reads a backup from beginning to end. Throws `StartupError` if it is not one, or damaged. */
export async function readBackup(
  path: string,
  read: (entries: AsyncGenerator<Entry, void>) => Promise<void>,
): Promise<void> {
  await readEntries(path, read).catch((error: unknown) => {
    throw fileFault(path, error)
  })
}

const DAMAGED = 'The backup is damaged: its manifest cannot be read.'

const format = z.object({ format: z.number() })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartupError(DAMAGED)
  }
}

function parsed(text: string): Manifest {
  const json = jsonOf(text)
  const known = format.safeParse(json)
  if (known.success && known.data.format > FORMAT)
    throw new StartupError('The backup was made by a newer Kellersonne: restore it with that one.')
  const read = manifest.safeParse(json)
  if (!read.success) throw new StartupError(DAMAGED)
  return read.data
}

/** Reads a whole backup without changing anything; resolves to its manifest and the secret it contains. */
export async function verifyBackup(
  path: string,
  secretFile: string,
): Promise<{ manifest: Manifest; secret: string | null }> {
  let found: Manifest | undefined
  let secret: string | null = null
  await readBackup(path, async (entries) => {
    for await (const entry of entries) {
      if (entry.name === MANIFEST) found = parsed((await readSmall(entry)).toString())
      if (entry.name === secretFile) secret = (await readSmall(entry)).toString()
    }
  })
  if (!found) throw new StartupError(`${path} is no backup of Kellersonne.`)
  return { manifest: found, secret }
}
