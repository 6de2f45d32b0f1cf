import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod/mini'
import { readIfThere } from './durable.ts'

/** A record of one instant, ms UTC. */
export type Entry = { readonly at: number; readonly text: string }
/** Position of an entry's text in the file, in bytes. */
export type Place = { readonly at: number; readonly start: number; readonly length: number }

const line = z.object({ at: z.iso.datetime() })
const STRETCH = 500

/** Returns nothing for a torn line: its writer was interrupted before the line was ever sent. */
function entryOf(text: string): Entry[] {
  try {
    return [{ at: Date.parse(line.parse(JSON.parse(text)).at), text }]
  } catch {
    return []
  }
}

function readText(file: number, { start, length }: Place): string {
  const bytes = Buffer.allocUnsafe(length)
  readSync(file, bytes, 0, length, start)
  return bytes.toString()
}

/**
 * A file of JSON lines, each with its instant in `at`; only their places are held in memory. Existing entries after
 * `until` (ms UTC) are dropped. Throws if the file cannot be read or written.
 */
export function openAppendLog(path: string, until: number) {
  const stored = (readIfThere(path) ?? '').split('\n').flatMap(entryOf)
  let file = openSync(`${path}.new`, 'w+')
  let size = 0

  function append(entries: readonly Entry[]): Place[] {
    const places = entries.map(({ at, text }) => {
      const place = { at, start: size, length: Buffer.byteLength(text) }
      size += place.length + 1
      return place
    })
    writeSync(file, entries.map(({ text }) => `${text}\n`).join(''))
    return places
  }
  const places = append(stored.filter(({ at }) => at <= until))
  renameSync(`${path}.new`, path)

  return {
    /** Entries found on opening. */
    places,
    append,
    read: (place: Place) => readText(file, place),
    /** Size in bytes. */
    size: () => size,
    /** Drops all but these, which move: returns their new places. */
    keepOnly(kept: readonly Place[]): Place[] {
      const old = file
      file = openSync(`${path}.new`, 'w+')
      size = 0
      const moved: Place[] = []
      for (let i = 0; i < kept.length; i += STRETCH) {
        const stretch = kept.slice(i, i + STRETCH)
        moved.push(...append(stretch.map((place) => ({ at: place.at, text: readText(old, place) }))))
      }
      renameSync(`${path}.new`, path)
      closeSync(old)
      return moved
    },
    close: () => closeSync(file),
  }
}
