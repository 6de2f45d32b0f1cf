import { printable } from '@kellersonne/contract/shared/printable'

/** Writes one line: device, register and reason. */
export type Log = (line: string) => void

const LONGEST = 300

/** Text from devices must not start a new line. */
export const logLine: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${printable(line.slice(0, LONGEST))}\n`)
}
