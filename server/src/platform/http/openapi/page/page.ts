import type { OpenApi } from '../document.ts'
import { documentShape, type Shape } from './document-shape.ts'
import type { GuideStep } from './guide.ts'
import { code, escaped, inline, markdown, table } from './html.ts'
import { type Call, renderCall } from './operation.ts'
import { fieldsTable, typeOf } from './types.ts'

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const link = (id: string, text: string) => `<li><a href="#${id}">${escaped(text)}</a></li>`

const callsOf = ({ paths }: Shape): Call[] =>
  Object.entries(paths).flatMap(([path, { servers = [], ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method,
      path: `${servers[0]?.url ?? ''}${path}`,
      operation,
    })),
  )

const renderGuide = (steps: readonly GuideStep[]) =>
  steps
    .map(({ title, text, shell }, i) => {
      const lines = shell === undefined ? '' : code(shell, 'guide', title)
      return `<article id="${idOf(title)}"><h3>${i + 1}. ${escaped(title)}</h3>${markdown(text)}${lines}</article>`
    })
    .join('')

/** Renders headers and ways to identify oneself. */
function renderShared({ components: { headers, securitySchemes } }: Shape): string {
  const rows = (named: Readonly<Record<string, { readonly description: string }>>, prefix: string) =>
    Object.entries(named).map(([name, { description }]) => [
      `<code id="${prefix}-${name}">${escaped(name)}</code>`,
      inline(description),
    ])
  return [
    `<article id="identification"><h3>Identification</h3>${table(['Scheme', 'Meaning'], rows(securitySchemes, 'scheme'))}</article>`,
    `<article id="headers"><h3>Headers</h3>${table(['Header', 'Meaning'], rows(headers, 'header'))}</article>`,
  ].join('')
}

const renderSchemas = ({ components: { schemas } }: Shape) =>
  Object.entries(schemas)
    .map(([name, schema]) => {
      const fields = fieldsTable(schema)
      const type = fields === '' ? `<p>${typeOf(schema)}</p>` : ''
      return `<article id="schema-${name}"><h3>${name}</h3>${markdown(schema.description ?? '')}${type}${fields}</article>`
    })
    .join('')

/** Renders the guide and the API's document as one page, without scripts. `base`: the path of page and document. */
export function renderPage(document: OpenApi, guide: readonly GuideStep[], base: string): string {
  const shape = documentShape.parse(document)
  const byDomain = Map.groupBy(callsOf(shape), ({ operation }) => operation.tags[0])
  const domains = shape.tags.map((tag) => ({ ...tag, calls: byDomain.get(tag.name) ?? [] }))
  const contents = [
    `<details><summary>The first ten minutes</summary><ol>${guide.map(({ title }) => link(idOf(title), title)).join('')}</ol></details>`,
    ...domains.map(
      ({ name, calls }) =>
        `<details><summary>${titled(name)}</summary><ul>${calls.map(({ operation: { operationId } }) => link(operationId, operationId)).join('')}</ul></details>`,
    ),
    `<details><summary>Shared</summary><ul>${link('identification', 'Identification')}${link('headers', 'Headers')}${Object.keys(
      shape.components.schemas,
    )
      .map((name) => link(`schema-${name}`, name))
      .join('')}</ul></details>`,
  ]
  const sections = domains.map(
    ({ name, description, calls }) =>
      `<section id="${name}"><h2>${titled(name)}</h2><p>${inline(description)}</p>${calls.map((call) => renderCall(call, shape.components)).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">
<title>${escaped(shape.info.title)} API</title><link rel="stylesheet" href="${base}/style.css"></head><body>
<nav aria-label="Contents">${contents.join('')}</nav><main><h1>${escaped(shape.info.title)} API</h1>
${markdown(shape.info.description)}<p>All of this for programs: <a href="${base}/openapi.json">openapi.json</a> (OpenAPI 3.1).
Examples are calls that the product has answered; long lists are cut, and so is what gives access.</p>
<section id="guide"><h2>The first ten minutes</h2>
<p>The lines work one after the other, in bash with curl and jq. A test of the product runs them as they are here.</p>
${renderGuide(guide)}</section>${sections.join('')}
<section id="shared"><h2>Shared</h2>${renderShared(shape)}${renderSchemas(shape)}</section></main></body></html>`
}
