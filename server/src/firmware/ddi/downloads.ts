import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import type { StoredAction } from '../runs/action.ts'
import { openProgress } from './progress.ts'
import type { Span } from './range.ts'

/** A thousand units at once hold one of these each, used again and again. */
const CHUNK_BYTES = 16 * 1024
const STALLED_MS = 60_000
/** About a second's worth: what a crash may have made us forget that we have handed out. */
const FORGOTTEN_BYTES = 4 * 1024 * 1024
const SWEEP_MS = 15_000

type Image = { readonly path: string; readonly size: number }
type Download = { readonly to: ServerResponse; movedAt: number }
type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Whether a chunk has left, so that its memory can be used again; false where the line is gone. */
const written = (to: ServerResponse, chunk: Buffer) =>
  new Promise<boolean>((resolve) => {
    const gone = () => resolve(false)
    to.once('close', gone)
    to.write(chunk, (error) => {
      to.off('close', gone)
      resolve(!error)
    })
  })

/** Writes a part of a file, one chunk after the other; `onRead` may end it before the chunk it has heard of. */
async function pump(
  to: ServerResponse,
  path: string,
  { start, end }: Span,
  onRead: (position: number) => boolean | Promise<boolean>,
): Promise<boolean> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  await using file = await open(path)
  for (let position = start; position <= end; ) {
    const wanted = Math.min(CHUNK_BYTES, end + 1 - position)
    const { bytesRead } = await file.read(chunk, 0, wanted, position)
    if (bytesRead === 0) throw new Error('an image is shorter than it was')
    position += bytesRead
    if (!(await onRead(position)) || !(await written(to, chunk.subarray(0, bytesRead)))) return false
  }
  return true
}

/** Images on their way to units, read no faster than they are taken; one at a time for each action. */
export function openDownloads({ db, now, log }: Deps) {
  const under = new Map<number, Download>()
  function drop(action: number) {
    under.get(action)?.to.destroy()
    under.delete(action)
  }
  const progress = openProgress({ db, now, log, onOver: drop })
  const logFault = logUnlessUnavailable(log)

  const sweep = setInterval(() => {
    const late = performance.now() - STALLED_MS
    for (const { to, movedAt } of under.values()) if (movedAt < late) to.destroy()
  }, SWEEP_MS).unref()

  return {
    /**
     * Notes that a unit reads from `start` on; whether it may. One that asks again has lost the line: what it asked for
     * before ends, and counts.
     */
    async begin({ id, startedAt }: Pick<StoredAction, 'id' | 'startedAt'>, start: number): Promise<boolean> {
      drop(id)
      const isRemembered = await progress.settle(id)
      const forgotten = startedAt && !isRemembered ? FORGOTTEN_BYTES : 0
      return progress.save(id, { from: start - forgotten, bytes: start })
    },

    /** Sends a part of an image; what fails breaks the line off, and the unit asks for the rest. */
    async send(action: number, { path, size }: Image, span: Span, to: ServerResponse): Promise<void> {
      drop(action)
      const from = span.start
      const download = { to, movedAt: performance.now() }
      under.set(action, download)
      const whole = await pump(to, path, span, (position) => {
        if (under.get(action) !== download) return false
        download.movedAt = performance.now()
        // What a unit has had whole is known before it has it: it may say so to another process.
        if (position === size) return progress.save(action, { from, bytes: position })
        progress.note(action, { from, bytes: position })
        return true
      }).catch((error: unknown) => {
        logFault(error)
        return false
      })
      if (whole) to.end()
      else to.destroy()
      if (under.get(action) === download) under.delete(action)
      await progress.end(action)
    },

    close() {
      clearInterval(sweep)
      progress.close()
      for (const action of [...under.keys()]) drop(action)
    },
  }
}
