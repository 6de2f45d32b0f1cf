import { call } from '../transports/http/request.ts'

/** Below the two minutes by which the server lets readings be ahead. */
const TOLERANCE_MS = 90_000
const PATIENCE_MS = 10_000
/** No gateway existed before then: a computer without a hardware clock starts years in the past. */
const EARLIEST = Date.UTC(2026, 0, 1)

/**
 * Compares the clock with the portal's. Resolves to how many ms it is ahead, 0 if the difference is tolerable or not
 * known, -Infinity if the clock is impossibly early.
 */
export async function clockError(url: string | undefined, clock: () => number): Promise<number> {
  if (clock() < EARLIEST) return Number.NEGATIVE_INFINITY
  if (url === undefined) return 0
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const usual = scheme === 'https' ? 443 : 80
  try {
    const { date } = await call(
      { scheme, host: hostname, port: Number(port) || usual, certificate: null },
      { method: 'HEAD', path: '/', headers: {}, body: null, signal: AbortSignal.timeout(PATIENCE_MS) },
    )
    const error = clock() - Date.parse(date)
    return Math.abs(error) > TOLERANCE_MS ? error : 0
  } catch {
    return 0
  }
}
