import { createHash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { readIfThere, replaceFile } from '../durable.ts'
import type { Versions } from './offer.ts'

/**
 * One update of one chip. downloading: its image is incomplete; installing: it is complete; written: it is in the
 * chip, but the service does not know; installed: the service knows, and the unit waits to be switched on; running:
 * it has been switched on; failed: the update has failed, but the service does not know.
 */
const job = z.object({
  /** Id of the action at the update service. */
  action: z.string(),
  chip: z.string(),
  version: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** ETag of the image that the stored bytes belong to. */
  etag: z.nullable(z.string()),
  phase: z.enum(['downloading', 'installing', 'written', 'installed', 'running', 'failed']),
  /** Why it failed. */
  detail: z.string(),
})
export type Job = z.output<typeof job>
const memory = z.object({ versions: z.record(z.string(), z.string()), job: z.nullable(job) })
export type FirmwareMemory = z.output<typeof memory>

function recalled(path: string): FirmwareMemory | null {
  const text = readIfThere(path)
  if (text === null) return null
  try {
    return memory.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The firmware in ${path} cannot be read. Remove the file to start the unit afresh.`, {
      cause,
    })
  }
}

const bytesIn = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Stores the versions of a unit's chips and its current update in `{path}.firmware.json`, and the fetched part of the
 * image in `{path}.image`. Throws if they cannot be read or written.
 */
export function openFirmwareStore(path: string, factory: Versions) {
  const [file, image] = [`${path}.firmware.json`, `${path}.image`]
  let known: FirmwareMemory = recalled(file) ?? { versions: { ...factory }, job: null }

  function keep(changed: Partial<FirmwareMemory>) {
    known = { ...known, ...changed }
    replaceFile(file, JSON.stringify(known))
    if (known.job === null) rmSync(image, { force: true })
  }
  return {
    versions: (): Versions => known.versions,
    job: () => known.job,
    keep,
    /** Counts the stored bytes of the image. */
    held: () => bytesIn(image),
    forgetImage: () => rmSync(image, { force: true }),
    /** Appends chunks to the image, at most `room` bytes; resolves to whether all of them fitted. */
    async append(chunks: AsyncIterable<Uint8Array>, room: number): Promise<boolean> {
      await using to = await open(image, 'a')
      let left = room
      for await (const chunk of chunks) {
        await to.appendFile(chunk.subarray(0, left))
        left -= chunk.length
        if (left < 0) return false
      }
      return true
    },
    /** Hash of the stored image, in hexadecimal. */
    async sha256(): Promise<string> {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(image)) hash.update(chunk)
      return hash.digest('hex')
    },
    /** Restores the factory state. */
    renew: () => keep({ versions: { ...factory }, job: null }),
  }
}
export type FirmwareStore = ReturnType<typeof openFirmwareStore>
