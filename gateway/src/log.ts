/** Writes one line: device, register and reason. */
export type Log = (line: string) => void

const CONTROL = /[^ -~\u00a0-\uffff]/g
const LONGEST = 300

/** What devices say stands in these lines, but begins no new one. */
export const logLine: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${line.slice(0, LONGEST).replaceAll(CONTROL, '?')}\n`)
}
