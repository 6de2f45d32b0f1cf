/** The text of one mail: paragraphs before and after its button. */
export type MailText = {
  readonly subject: string
  readonly before: readonly string[]
  readonly button: string
  readonly after: readonly string[]
  /** A second, less prominent link. */
  readonly also?: { readonly label: string; readonly link: string }
}
/** The text around it, the same for every mail in a language. */
export type Frame = {
  readonly lang: string
  readonly greeting: string
  readonly closing: string
  readonly automatic: string
  readonly link: string
}

/** Formats a time for mails: "21. November 2026 um 14:05 MEZ". */
export const whenOf = (at: Date, locale: string, timeZone = 'Europe/Berlin'): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`
const quiet = 'font-size:13px;line-height:20px;color:#6b655c;'
const page =
  'margin:0;padding:32px 16px;background:#f5f3ee;color:#1b1a17;font:16px/24px system-ui,-apple-system,Segoe UI,sans-serif;'
const sheet = 'max-width:544px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px;'
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#ffc94a;color:#1b1608;font-weight:600;text-decoration:none;'

/** Renders a mail as text and as HTML that loads nothing. `link` is the target of its button. */
export function renderMail(
  { subject, before, button: label, after, also }: MailText,
  link: string,
  frame: Frame,
) {
  const { lang, greeting, closing, automatic, link: instead } = frame
  const address = escaped(link)
  const more = also ? [`${also.label}:\n${also.link}`] : []
  const text = [greeting, ...before, `${label}:\n${link}`, ...after, ...more, closing, automatic].join('\n\n')
  const html = [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="${page}"><div style="${sheet}">`,
    ...[greeting, ...before].map((words) => paragraph(words)),
    `<p style="margin:24px 0;"><a href="${address}" style="${button}">${escaped(label)}</a></p>`,
    ...after.map((words) => paragraph(words)),
    ...(also
      ? [`<p style="margin:0 0 16px;"><a href="${escaped(also.link)}">${escaped(also.label)}</a></p>`]
      : []),
    paragraph(closing),
    `<p style="margin:0 0 16px;${quiet}">${escaped(instead)}<br><a href="${address}" style="color:#6b655c;word-break:break-all;">${address}</a></p>`,
    paragraph(automatic, quiet),
    '</div></body></html>',
  ].join('\n')
  return { subject, text: `${text}\n`, html }
}
