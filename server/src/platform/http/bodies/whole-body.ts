import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'

/** A body may come in so many pieces, and in one more for each of so many bytes: segments are hundreds of bytes long. */
const PIECES = { free: 64, bytes: 64 }

/** A body that comes in pieces of a few bytes, each of which costs the event loop as much as a kilobyte. */
class FragmentedBodyError extends ApiError {
  constructor() {
    super('input_invalid', { fields: { body: 'format' } })
  }
}

/** Reads a body of the stated length into one buffer: kept piece by piece, each byte could take the memory of hundreds. */
function readWhole(payload: IncomingMessage, most: number): Promise<Buffer> {
  const length = Number(payload.headers['content-length'] ?? 0)
  if (!(length <= most)) throw new ApiError('payload_too_large')
  const whole = Buffer.allocUnsafe(length)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let [at, pieces] = [0, 0]
  function take(piece: Buffer) {
    at += piece.copy(whole, at)
    pieces += 1
    if (pieces <= PIECES.free + at / PIECES.bytes) return
    payload.off('data', take).pause()
    reject(new FragmentedBodyError())
  }
  payload.on('data', take)
  payload.once('end', () => resolve(whole.subarray(0, at)))
  payload.once('error', () => reject(new ApiError('input_invalid', { fields: { body: 'format' } })))
  return promise
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
/** Returns, or resolves to, what a body says. Throws `ApiError`. */
type Parse = (body: Buffer, headers: Headers) => unknown

/**
 * Parses bodies of a type of up to `most` bytes, which are read as a whole first. Bodies that are longer are answered
 * payload_too_large, those that come in countless pieces input_invalid.
 */
export function addBodyParser(app: FastifyInstance, type: string, most: number, parse: Parse): void {
  app.addContentTypeParser(type, async ({ headers }: { headers: Headers }, payload: IncomingMessage) =>
    parse(await readWhole(payload, most), headers),
  )
}

/** Calls `reportWaste` with each request whose body comes in countless pieces. */
export function reportFragmented(
  app: FastifyInstance,
  reportWaste: (request: IncomingMessage) => void,
): void {
  app.addHook('onError', async ({ raw }, _reply, error) => {
    if (error instanceof FragmentedBodyError) reportWaste(raw)
  })
}
