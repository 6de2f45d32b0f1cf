/** Writes one line: device, register and reason. */
export type Log = (line: string) => void

const CONTROL = /[^ -~\u00a0-\uffff]/g
const LONGEST = 300

/** Control characters are removed: text from devices must not start a new line. */
export const logLine: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${line.slice(0, LONGEST).replaceAll(CONTROL, '?')}\n`)
}
