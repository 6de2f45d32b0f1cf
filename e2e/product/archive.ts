import { text } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** The files of a ZIP by name. */
export async function entriesOf(path: string): Promise<Map<string, string>> {
  const archive = await openPromise(path)
  const entries = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return entries
}
