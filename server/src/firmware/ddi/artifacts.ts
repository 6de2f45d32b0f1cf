import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { sendError, sendErrorOrClose } from '../../platform/http/send-error.ts'
import { openCutOff } from '../../systems/cut-off.ts'
import { imageStore } from '../releases/images.ts'
import type { StoredAction } from '../runs/action.ts'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { pathOf, type UnitRequests } from './ddi.ts'
import { openDownloads } from './downloads.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly dataFolder: string
}
type OfFile = { Params: { sn: string; id: string; file: string } }

/** The file name of an image: SWUpdate requires this extension. */
export const fileOf = ({ chip, to }: StoredAction) => `${chip}-${to}.swu`
const etagOf = ({ sha256 }: StoredAction) => `"${sha256}"`
const RETRY_S = 60

/** Sets the headers for the whole image or a part of it (206); returns the range to send. */
function announce(reply: FastifyReply, row: StoredAction, part: ByteRange | null): ByteRange {
  const span = part ?? { start: 0, end: row.size - 1 }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${row.size}`)
  reply.headers({
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': span.end - span.start + 1,
    etag: etagOf(row),
  })
  return span
}

/** Hijacks the reply so that the download can stream to the raw socket. */
function takeOver(reply: FastifyReply) {
  const { raw } = reply.hijack()
  raw.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  return raw
}

/** SWUpdate resumes a download whose connection breaks, but installs the text of an error as a part of the image. */
const refuse = (error: unknown, { log, method }: FastifyRequest, reply: FastifyReply) =>
  method === 'HEAD' ? sendError(error, log, reply) : sendErrorOrClose(error, log, reply)

/** Serves images to the units that are to install them. */
export function imageRoutes(
  app: FastifyInstance,
  { db, now, log, dataFolder }: Deps,
  { actionOf, arrivalOf, goesOn, inTurn, unitOf }: UnitRequests,
): void {
  const images = imageStore(dataFolder)
  const downloads = openDownloads({ db, now, log })
  const cutOff = openCutOff({ db, log, disconnect: async (sn) => downloads.cut(sn) })
  app.addHook('preClose', (done) => {
    cutOff.close()
    downloads.close()
    done()
  })

  /** Checks what is asked for; unless it is `HEAD`, registers the download. Sets the headers. */
  const begin = inTurn(async (request: FastifyRequest<OfFile>, reply: FastifyReply) => {
    const { row } = await actionOf(request)
    const { size, sha256 } = row
    if (request.params.file !== fileOf(row)) throw new ApiError('not_found')
    if (!goesOn(row)) throw new ApiError('action_over')
    if (!(await images.has(sha256, size))) throw new ApiError('unavailable', { retryAfter: RETRY_S })
    const condition = request.headers['if-range']
    const asked = condition === undefined || condition === etagOf(row) ? request.headers.range : undefined
    reply.header('content-range', `bytes */${size}`)
    const part = parseByteRange(asked, size)
    reply.removeHeader('content-range')
    if (request.method !== 'HEAD' && !(await downloads.begin(row, part?.start ?? 0)))
      throw new ApiError('action_over')
    return { row, span: announce(reply, row, part) }
  })

  const path = pathOf('/softwaremodules/:id/artifacts/:file')
  app.get<OfFile>(path, { errorHandler: refuse }, async (request, reply) => {
    const asked = downloads.ask(unitOf(request).sn, arrivalOf(request))
    if (request.method !== 'HEAD') await downloads.endOver(Number(request.params.id), request.raw.socket)
    const { row, span } = await begin(request, reply)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    // Without a turn, which a slow download would keep.
    const image = { path: images.pathOf(row.sha256), size: row.size }
    await downloads.send(row.id, asked, image, span, takeOver(reply))
  })
}
