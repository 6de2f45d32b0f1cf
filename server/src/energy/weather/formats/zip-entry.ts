import type { Readable } from 'node:stream'
import { fromBufferPromise } from 'yauzl'
import { malformed, WeatherFault } from '../issued.ts'

/**
 * Yields the content of the one file in a ZIP archive, as it is unpacked, up to `most` bytes, whatever the archive says
 * about its size. Throws `WeatherFault`.
 */
export async function* onlyEntry(archive: Uint8Array, most: number): AsyncGenerator<Buffer> {
  const zip = await fromBufferPromise(Buffer.from(archive), { lazyEntries: true }).catch((error: unknown) => {
    throw malformed(String(error))
  })
  if (zip.entryCount !== 1) throw malformed(`${zip.entryCount} files instead of one`)
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const content: Readable = await zip.openReadStreamPromise(entry)
      for await (const chunk of content) {
        bytes += chunk.length
        if (bytes > most) throw new WeatherFault('too_big', `more than ${most} bytes unpacked`)
        yield chunk
      }
    }
  } catch (error) {
    throw error instanceof WeatherFault ? error : malformed(String(error))
  }
}
