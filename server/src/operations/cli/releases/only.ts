import { stat } from 'node:fs/promises'
import { isSerialNumber } from '@kellersonne/core/systems/systems'
import { cannot } from '../command.ts'
import { readText } from '../files.ts'

/** A group for a trial; for more systems there are shares, versions and time zones. */
const MOST = 1000
const MOST_BYTES = 64 * 1024

/** Resolves to the serial numbers in a file, one per line. Throws `StartupError`: none, too many, no such, or doubles. */
export async function readSerialNumbers(file: string): Promise<string[]> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size > MOST_BYTES) throw cannot(`${file}: more than ${MOST_BYTES / 1024} KiB.`)
  const lines = (await readText(file)).split(/\r?\n/).map((line) => line.trim())
  const found = new Map<string, number>()
  for (const [i, sn] of lines.entries()) {
    if (sn === '') continue
    if (!isSerialNumber(sn)) throw cannot(`${file}, line ${i + 1}: no serial number.`)
    const first = found.get(sn)
    if (first !== undefined) throw cannot(`${file}, line ${i + 1}: ${sn} is in line ${first} already.`)
    found.set(sn, i + 1)
    if (found.size > MOST) throw cannot(`${file}: more than ${MOST} serial numbers.`)
  }
  if (found.size === 0) throw cannot(`${file}: no serial numbers.`)
  return [...found.keys()]
}
