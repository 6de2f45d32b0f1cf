/** Why a device could not be read. `page/texts` says for each what to do. */
const faultCodes = [
  'unreachable',
  'refused',
  'timeout',
  'closed',
  'wrong_unit',
  'exception',
  'half_answer',
  'wrong_device',
  'no_sunspec',
  'not_json',
  'too_large',
  'too_deep',
  'flood',
  'http_status',
  'unauthorized',
  'certificate',
  'silent',
  'several',
  'gone',
  'formula',
  'option',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** `where`: the register, request or topic; empty = the device as a whole. */
export class DeviceFault extends Error {
  readonly code: FaultCode
  readonly where: string
  readonly detail: string
  /** `place`: a path is cut off at its query, which may hold a password; the log and the status page show it. */
  constructor(code: FaultCode, place = '', detail = '') {
    const [where = ''] = place.split('?', 1)
    super([code, where, detail].filter((part) => part !== '').join(' '))
    this.code = code
    this.where = where
    this.detail = detail
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Converts an error of a connection to a fault. */
export function connectionFault(error: unknown, where = ''): DeviceFault {
  if (error instanceof DeviceFault) return error
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return new DeviceFault('refused', where)
  if (code === 'ECONNRESET' || code === 'EPIPE') return new DeviceFault('closed', where)
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new DeviceFault('timeout', where)
  const detail = error instanceof Error ? code || error.message : String(error)
  return new DeviceFault('unreachable', where, detail.slice(0, 120))
}
