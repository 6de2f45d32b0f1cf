import { Marked } from 'marked'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

const marked = new Marked({ async: false })
/** Renders Markdown of our own; it may hold HTML. */
export const markdown = (text: string): string => marked.parse(text, { async: false })
/** Renders Markdown without paragraphs. */
export const inline = (text: string): string => marked.parseInline(text, { async: false })

/** Renders a block of code that scrolls, and can be reached by keyboard to do so. */
export const code = (text: string, kind: 'http' | 'guide' | 'json', label: string) =>
  `<pre class="${kind}" tabindex="0" role="group" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre>`

const numbers = /\[\s+(?:(?:-?[\d.]+|null),?\s+)+\]/g
/** Renders a JSON value; lists of numbers take one line each. */
export const json = (value: unknown, label: string) =>
  code(
    JSON.stringify(value, null, 2).replaceAll(numbers, (list) => list.replaceAll(/\s+/g, ' ')),
    'json',
    label,
  )

/** Renders what is open only on demand. */
export const folded = (summary: string, content: string) =>
  `<details><summary>${summary}</summary>${content}</details>`

/** Renders rows of HTML below a row of headings. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `<div class="table" tabindex="0" role="group" aria-label="${escaped(headings.join(', '))}"><table><thead><tr>`,
    ...headings.map((one) => `<th scope="col">${one}</th>`),
    '</tr></thead><tbody>',
    ...rows.map((cells) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`),
    '</tbody></table></div>',
  ].join('')
