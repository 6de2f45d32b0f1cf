import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive; `content` is called when it is its turn, and read with back-pressure. */
export type Entry = { readonly path: string; readonly content: () => AsyncIterable<string | Buffer> }

/** Fast: text compresses well at any level. */
const COMPRESSION_LEVEL = 1

type Options = {
  readonly now: Date
  /** Called with the error that aborts the archive; an archive with an end is complete. */
  readonly onFault: (error: unknown) => void
}

/** Streams files as a ZIP created on the fly. Reads nothing more once it is destroyed. */
export function archive(entries: readonly Entry[], { now, onFault }: Options): Readable {
  const body = new PassThrough()
  const zip = new ZipFile()
  const breakOff = (error: unknown) => {
    onFault(error)
    body.destroy()
  }
  zip.on('error', breakOff)
  for (const { path, content } of entries) {
    zip.addReadStreamLazy(path, { mtime: now, compressionLevel: COMPRESSION_LEVEL }, (done) => {
      const source = Readable.from(content())
      const stop = () => void source.destroy()
      body.once('close', stop)
      source.once('close', () => body.off('close', stop)).once('error', breakOff)
      done(null, source)
    })
  }
  zip.end()
  pipeline(zip.outputStream, body, () => undefined)
  return body
}
