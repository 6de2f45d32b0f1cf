import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { StartupError } from '../../platform/config.ts'
import { withConnections } from '../../platform/db/connection.ts'
import { invariant } from '../../platform/invariant.ts'
import { contents, type Source } from './contents.ts'
import type { Manifest } from './manifest.ts'
import { writeTar } from './tar.ts'

/** As fast as rows come. The checksum finds damage that still decompresses. */
const FAST = {
  chunkSize: 1024 * 1024,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Writes everything another server needs to a new file, while the server is running. The file appears once it is complete.
 * Throws `StartupError` if it cannot be written.
 */
export async function writeBackup(
  source: Source,
  path: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(path)) throw new StartupError(`${path} is there already.`)
  const draft = `${path}.unfinished`
  try {
    const manifest = await withConnections(source.url, source.connections, async (connections) => {
      let made: Manifest | undefined
      const entries = contents(connections, source, (manifest) => {
        made = manifest
      })
      await pipeline(
        writeTar(entries, source.now),
        createZstdCompress(FAST),
        createWriteStream(draft, { mode: 0o600, flush: true }),
      )
      invariant(made, 'backup: no manifest')
      return made
    })
    await rename(draft, path)
    return { manifest, bytes: (await stat(path)).size }
  } catch (error) {
    await rm(draft).catch(() => undefined)
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
    throw code === undefined ? error : new StartupError(faultOf(path, String(code)))
  }
}

const faultOf = (path: string, code: string) =>
  code === 'ENOSPC'
    ? `The disk of ${path} is full: no backup was made.`
    : `${path} cannot be written (${code}).`
