import { printable } from '@kellersonne/contract/shared/printable'
import type { Report, Row } from './report.ts'
import type { Texts } from './texts/en.ts'

const MARKS = { ok: '+', warn: '!', plain: ' ' } as const

/** Aligns the cells of each column. */
function table(rows: readonly Row[], indent: string): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)),
    [],
  )
  return rows.map(
    (row) =>
      indent +
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
  )
}

/** Formats the report as lines for a terminal, without control characters from devices. */
export function terminalLines(report: Report, texts: Texts): string[] {
  const system = [
    `${texts.system} ${report.sn} · ${report.time}`,
    ...report.lines.map(({ tone, text }) => `${MARKS[tone]} ${text}`),
    ...(report.values.length === 0 ? [texts.noValues] : table(report.values, '  ')),
  ]
  const devices = report.devices.flatMap(({ name, profile, host, lines, values, raw }) => [
    '',
    [name, profile, host].filter((part) => part !== '').join(' · '),
    ...lines.map(({ tone, text }) => `${MARKS[tone]} ${text}`),
    ...table(values, '  '),
    ...(raw.length === 0 ? [] : [`  ${texts.lastRaw}`, ...table(raw, '    ')]),
  ])
  return [...system, ...devices].map(printable)
}
