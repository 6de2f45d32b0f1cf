/** Why nothing reaches the portal; null = no known fault. */
type UplinkFault = 'signed_out' | 'unreachable' | 'certificate' | 'replaced' | null

const WINDOW_MS = 10 * 60_000
/** So many reconnects within the window mean that another gateway of the same system keeps taking over. */
const MANY = 5

/** How a stream names its own end: what led to it is known already. */
const ENDS = new Set(['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'])

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** Watches the connection to the portal for faults. Times in ms UTC. */
export function watchConnection(clock: () => number) {
  let fault: UplinkFault = null
  let detail = ''
  let ups: number[] = []
  let wasUp = false
  return {
    onFault(error: Error) {
      const code = codeOf(error)
      if (ENDS.has(code)) return
      fault =
        code === '4' || code === '5'
          ? 'signed_out'
          : /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code)
            ? 'certificate'
            : 'unreachable'
      detail = (code || error.message).slice(0, 80)
    },
    /** Must be called in every round. */
    look(up: boolean) {
      const now = clock()
      if (up && !wasUp) ups = [...ups, now].filter((at) => at > now - WINDOW_MS && at <= now)
      if (up) fault = ups.length >= MANY && now - (ups.at(-MANY) ?? 0) < WINDOW_MS ? 'replaced' : null
      wasUp = up
    },
    fault: () => fault,
    detail: () => (fault === null ? '' : detail),
  }
}
