import type { DeviceReport, Line, Report, Row } from './report.ts'
import type { Texts } from './texts/en.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes HTML: text from devices must not become markup. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const lineOf = ({ tone, text }: Line) => `<p class="${tone}">${escaped(text)}</p>`

function table(head: readonly string[], rows: readonly Row[], raw: number): string {
  const cells = (row: Row) =>
    row.map((cell, i) => `<td${i === raw ? ' class="raw"' : ''}>${escaped(cell)}</td>`).join('')
  const heads = head.map((one) => `<th scope="col">${escaped(one)}</th>`).join('')
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('')
  return `<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

function deviceHtml({ name, profile, host, lines, values, raw }: DeviceReport, texts: Texts): string {
  const { measure, value, age, field, raw: rawValue } = texts.columns
  const known = values.length === 0 ? '' : table([measure, value, age], values, -1)
  const rawValues =
    raw.length === 0
      ? ''
      : `<details><summary>${escaped(texts.lastRaw)}</summary>${table([field, rawValue, value, age], raw, 1)}</details>`
  const place = host === '' ? escaped(profile) : `${escaped(profile)} · ${escaped(host)}`
  return `<article><h3>${escaped(name)}</h3><p>${place}</p>${lines.map(lineOf).join('')}${known}${rawValues}</article>`
}

/** Renders the status page as a complete document, which reloads itself every ten seconds. */
export function pageHtml(report: Report, texts: Texts): string {
  const { measure, value, from, age } = texts.columns
  const other =
    texts.language === 'de'
      ? '<a href="/?lang=en" lang="en">English</a>'
      : '<a href="/?lang=de" lang="de">Deutsch</a>'
  const values =
    report.values.length === 0
      ? `<p>${escaped(texts.noValues)}</p>`
      : table([measure, value, from, age], report.values, -1)
  return `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>${escaped(texts.title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><main><h1>${escaped(texts.title)}</h1><p>${escaped(texts.system)} ${escaped(report.sn)} · ${escaped(report.time)} · ${other}</p>
<section>${report.lines.map(lineOf).join('')}${values}</section>
<h2>${escaped(texts.devices)}</h2>${report.devices.map((device) => deviceHtml(device, texts)).join('')}
</main></body></html>
`
}
