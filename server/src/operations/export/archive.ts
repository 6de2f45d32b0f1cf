import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive; `content` is asked for when its turn has come, and read no faster than it is taken. */
export type Entry = { readonly path: string; readonly content: () => AsyncIterable<string | Buffer> }

/** Fast: text shrinks to a fraction anyhow. */
const COMPRESSION_LEVEL = 1

type Options = {
  readonly now: Date
  /** What went wrong, whereupon the archive breaks off: one with an end is whole. */
  readonly onFault: (error: unknown) => void
}

/** Files as a ZIP that is made while it is read. Destroyed, it asks for nothing more. */
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
