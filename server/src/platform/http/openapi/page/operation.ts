import type { Operation, Parameter, Shape, ShownAnswer } from './document-shape.ts'
import { code, escaped, folded, inline, json, markdown, table } from './html.ts'
import { fieldsTable, typeOf } from './types.ts'

export type Call = { readonly method: string; readonly path: string; readonly operation: Operation }
type Components = Shape['components']

const codeOf = (text: string) => `<code>${escaped(text)}</code>`

/** With blanks, so that it breaks between fields. */
const onOneLine = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\s+/g, ' ')

/** Returns what a reference leads to, or what is there itself. */
function resolved<T extends object>(one: T | { $ref: string }, named: Readonly<Record<string, T>>): T {
  if (!('$ref' in one)) return one
  const found = named[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]
  if (found === undefined) throw new Error(`${one.$ref} leads nowhere`)
  return found
}

/** Renders a path and query as they were once called; nothing for a call without them. */
function exampleCall({ method, path }: Call, parameters: readonly Parameter[]): string {
  const sent = parameters.flatMap(({ name, in: place, example }) =>
    example === undefined ? [] : [{ name, place, example }],
  )
  if (sent.length === 0) return ''
  const query = new URLSearchParams()
  for (const { name, place, example } of sent) if (place === 'query') query.append(name, example)
  const filled = sent.reduce((rest, { name, example }) => rest.replace(`{${name}}`, example), path)
  const line = [filled, query.toString()].filter((part) => part !== '').join('?')
  return folded('Example of a call', code(`${method.toUpperCase()} ${line}`, 'http', 'Example of a call'))
}

function inputsOf(call: Call, components: Components): string {
  const { parameters = [], requestBody } = call.operation
  const all = parameters.map((one) => resolved(one, components.parameters))
  const rows = all.map(({ name, in: place, required, description, schema }) => {
    const optional = required ? '' : ' <em>optional</em>'
    return [`${codeOf(name)}${optional}`, escaped(place), typeOf(schema), inline(description)]
  })
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema, example }]) => {
    const lines = Object.entries(example ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}=${one}`),
    )
    const shown = example
      ? folded('Example of a form', code(lines.join('\n'), 'http', 'Example of a form'))
      : ''
    return `<p>Body: ${codeOf(type)}</p>${fieldsTable(schema)}${shown}`
  })
  const listed = rows.length > 0 ? table(['Parameter', 'In', 'Type', 'Meaning'], rows) : ''
  return [listed, exampleCall(call, all), ...bodies].join('')
}

/** Renders what a call answers if all is well. */
function answerOf({ content = {}, headers = {} }: ShownAnswer): string {
  const contents = Object.entries(content).map(([type, { schema, example }]) => {
    const shown =
      example === undefined ? '' : folded('Example of an answer', json(example, 'Example of an answer'))
    return `<p>Answer: ${codeOf(type)}, ${typeOf(schema)}</p>${fieldsTable(schema)}${shown}`
  })
  const names = Object.keys(headers).map((name) => `<a href="#header-${name}">${codeOf(name)}</a>`)
  return `${contents.join('')}${names.length === 0 ? '' : `<p>With ${names.join(', ')}</p>`}`
}

/** Renders every error of a call, one a row. */
function errorsOf({ responses }: Operation, components: Components): string {
  const errors = Object.entries(responses).flatMap(([status, one]) => {
    const { headers = {}, content = {} } = resolved(one, components.responses)
    const names = Object.keys(headers).map(codeOf).join(' ')
    return Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([name, example]) => {
        const { value } = resolved(example, components.examples)
        return [status, codeOf(name), names, codeOf(onOneLine(value))]
      }),
    )
  })
  return folded(`Errors (${errors.length})`, table(['Status', 'Code', 'Headers', 'Example'], errors))
}

const callers: Readonly<Record<string, string>> = { bearer: 'access token', cookie: 'cookie' }
const callerOf = ({ security }: Operation) =>
  security.flatMap((one) => Object.keys(one)).map((scheme) => callers[scheme])[0] ?? 'no sign-in'

/** Renders a call with all that is known of it. */
export function renderCall(call: Call, components: Components): string {
  const { method, path, operation } = call
  const { operationId, summary, description, responses } = operation
  const ok = responses['200']
  return [
    `<article id="${operationId}"><h3>${operationId}</h3>`,
    code(`${method.toUpperCase()} ${path}`, 'http', 'Method and path'),
    `<p>${inline(summary)} <span class="caller">${callerOf(operation)}</span></p>`,
    description === undefined ? '' : markdown(description),
    inputsOf(call, components),
    ok ? answerOf(resolved(ok, components.responses)) : '',
    errorsOf(operation, components),
    '</article>',
  ].join('')
}
