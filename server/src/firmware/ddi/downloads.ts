import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import type { StoredAction } from '../runs/action.ts'
import type { ByteRange } from './byte-range.ts'
import { openDownloadProgress } from './download-progress.ts'

/** The buffer of one download, reused for every chunk; a thousand units at once need one each. */
const CHUNK_BYTES = 16 * 1024
const STALLED_MS = 60_000
/** About one second of a download, whose progress may be lost in a crash. */
const FORGOTTEN_BYTES = 4 * 1024 * 1024
const SWEEP_MS = 15_000

type Image = { readonly path: string; readonly size: number }
/** `isComplete`: its last chunk is on its way. `closed`: shared by all requests that wait for its end. */
type Download = {
  readonly sn: SerialNumber
  readonly to: ServerResponse
  readonly closed: Promise<void>
  movedAt: number
  isComplete: boolean
}
/** A unit's request for an image; `at`: when it came, by `performance.now()`. */
type Asked = { readonly sn: SerialNumber; readonly at: number }
type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Resolves to true once a chunk is sent and its buffer can be reused; false if the connection is closed. */
const written = (to: ServerResponse, chunk: Buffer) =>
  new Promise<boolean>((resolve) => {
    const gone = () => resolve(false)
    to.once('close', gone)
    to.write(chunk, (error) => {
      to.off('close', gone)
      resolve(!error)
    })
  })

/** Writes a range of a file chunk by chunk; `onRead` may stop it before the chunk it was called for is written. */
async function pump(
  to: ServerResponse,
  path: string,
  { start, end }: ByteRange,
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

/** Downloads of images, read with back-pressure; at most one per action. */
export function openDownloads({ db, now, log }: Deps) {
  const under = new Map<number, Download>()
  function drop(action: number) {
    under.get(action)?.to.destroy()
    under.delete(action)
  }
  /** Ends a download whose action is over: unless the unit, which has it all, may have reported that over its connection. */
  const onOver = (action: number) => {
    if (!under.get(action)?.isComplete) drop(action)
  }
  const progress = openDownloadProgress({ db, now, log, onOver })
  let cutAt = Number.NEGATIVE_INFINITY
  const logFault = logUnlessUnavailable(log)

  const sweep = setInterval(() => {
    const stalledBefore = performance.now() - STALLED_MS
    for (const { to, movedAt } of under.values()) if (movedAt < stalledBefore) to.destroy()
  }, SWEEP_MS).unref()

  return {
    /** Returns what `send` needs of a request. If any unit is cut off after it came, its unit has to ask again. */
    ask: (sn: SerialNumber, at = performance.now()): Asked => ({ sn, at }),

    /** Ends what is being sent to a unit, because its secret has changed. Nothing more counts as progress. */
    cut(sn: SerialNumber): void {
      cutAt = performance.now()
      for (const [action, one] of under) if (one.sn === sn) drop(action)
    },

    /**
     * Resolves once an earlier download over the same connection has ended. Its last bytes may have arrived before we
     * know, and a new one would cut the connection that both use.
     */
    async endOver(action: number, connection: Socket): Promise<void> {
      const earlier = under.get(action)
      if (earlier?.to.socket === connection) await earlier.closed
    },

    /**
     * Registers that a unit reads from `start` on; resolves to true if it may. A unit that asks again has lost its
     * connection: its earlier download ends, and its progress counts.
     */
    async begin({ id, startedAt }: Pick<StoredAction, 'id' | 'startedAt'>, start: number): Promise<boolean> {
      drop(id)
      const isRemembered = await progress.settle(id)
      const forgotten = startedAt && !isRemembered ? FORGOTTEN_BYTES : 0
      return progress.save(id, { from: start - forgotten, bytes: start })
    },

    /** Sends a range of an image; on an error it closes the connection, and the unit requests the rest. */
    async send(
      action: number,
      asked: Asked,
      { path, size }: Image,
      span: ByteRange,
      to: ServerResponse,
    ): Promise<void> {
      if (asked.at <= cutAt) {
        to.destroy()
        return
      }
      drop(action)
      const from = span.start
      const closed = new Promise<void>((resolve) => {
        if (to.closed) resolve()
        else to.once('close', resolve)
      })
      const download = { sn: asked.sn, to, closed, movedAt: performance.now(), isComplete: false }
      under.set(action, download)
      const whole = await pump(to, path, span, (position) => {
        if (under.get(action) !== download) return false
        download.movedAt = performance.now()
        download.isComplete = position === span.end + 1
        // Completion is saved before the last chunk is sent: the unit may then report it to another process.
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
