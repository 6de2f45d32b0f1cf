import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { invariant } from '../../platform/invariant.ts'

/** `sha256` and `sha1` in hexadecimal. */
export type Digest = { readonly size: number; readonly sha256: string; readonly sha1: string }

async function* digesting(source: AsyncIterable<Buffer>, into: { digest?: Digest }) {
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1')]
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    sha256.update(chunk)
    sha1.update(chunk)
    yield chunk
  }
  into.digest = { size, sha256: sha256.digest('hex'), sha1: sha1.digest('hex') }
}

/** Computes the digest of a file. Rejects if it cannot be read. */
export async function digestOf(path: string): Promise<Digest> {
  const into: { digest?: Digest } = {}
  for await (const _ of digesting(createReadStream(path), into));
  return into.digest ?? { size: 0, sha256: '', sha1: '' }
}

/** Images by SHA-256, below the data folder. A stored image is complete and never changes. */
export function imageStore(dataFolder: string) {
  const folder = join(dataFolder, 'images')
  const pathOf = (sha256: string) => join(folder, sha256)
  return {
    pathOf,

    has: (sha256: string, size: number): Promise<boolean> =>
      stat(pathOf(sha256)).then(
        (file) => file.size === size,
        () => false,
      ),

    remove: (sha256: string): Promise<void> => rm(pathOf(sha256), { force: true }),

    /** Copies a file into the store and flushes it to disk; resolves to the digest of the copy. */
    async put(path: string): Promise<Digest> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${randomUUID()}`)
      try {
        const into: { digest?: Digest } = {}
        await pipeline(
          createReadStream(path),
          (source: AsyncIterable<Buffer>) => digesting(source, into),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        )
        invariant(into.digest, `image: ${path} was copied without a digest`)
        await rename(draft, pathOf(into.digest.sha256))
        await flushFolder(folder)
        return into.digest
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

/** A file name survives a crash only if its folder was flushed too. */
async function flushFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
