import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runFolder } from './run.ts'

const KEPT = 400
const lines: string[] = []

/** Keeps the product's log lines for the report of a failing test. */
export function keepLog(source: string, text: string): void {
  for (const line of text.split('\n'))
    if (line !== '') lines.push(`${new Date().toISOString()} ${source}: ${line}`)
  lines.splice(0, Math.max(0, lines.length - KEPT))
}

/**
 * Writes the newest lines to a file of the run and returns its path; null if there is no run or nothing was logged.
 */
export function writeLog(test: string): string | null {
  const folder = runFolder()
  if (folder === null || lines.length === 0) return null
  const path = join(folder, 'logs', `${test.replaceAll(/[^\w.-]+/g, '_').slice(0, 150)}.log`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
