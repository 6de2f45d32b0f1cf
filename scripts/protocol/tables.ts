import type { Field, Message } from './message.ts'
import { fieldsOf, type JsonSchema, schemaOf } from './schemas.ts'

const alternatives = (node: JsonSchema): JsonSchema[] =>
  node.anyOf ? node.anyOf.filter((branch) => typeof branch === 'object').flatMap(alternatives) : [node]

const plain = ({ type, enum: values, const: only, format }: JsonSchema): string => {
  if (only !== undefined) return `\`${only}\``
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (format === 'date-time') return 'time'
  if (type === 'object') return 'object'
  return [type].flat().join(' or ')
}

/** The limits of a value, as the table states them; empty if it has none. */
function limitsOf(node: JsonSchema): string {
  const limits = alternatives(node).flatMap((one) => [
    ...(one.minimum === undefined ? [] : [`${one.minimum} to ${one.maximum ?? '∞'}`]),
    ...(one.maxLength === undefined ? [] : [`${one.minLength ?? 0} to ${one.maxLength} characters`]),
    ...(one.maxItems === undefined ? [] : [`at most ${one.maxItems}`]),
    ...(one.maxProperties === undefined ? [] : [`at most ${one.maxProperties}`]),
  ])
  return [...new Set(limits)].join('; ')
}

const isNull = ({ type }: JsonSchema) => type === 'null'

function typeOf(node: JsonSchema): string {
  const kinds = alternatives(node).filter((one) => !isNull(one))
  return [...new Set(kinds.map(plain))]
    .filter((kind, _, all) => kind !== 'string' || !all.includes('time'))
    .join(' or ')
}

const isSchema = (node: unknown): node is JsonSchema => typeof node === 'object' && node !== null

/** The paths of the fields that must be there, in the object that they belong to. */
function requiredIn(node: JsonSchema, above = ''): string[] {
  const below = (path: string, schema: unknown) => (isSchema(schema) ? requiredIn(schema, path) : [])
  const at = (name: string) => (above === '' ? name : `${above}.${name}`)
  return alternatives(node).flatMap((one) => [
    ...(one.required ?? []).map(at),
    ...Object.entries(one.properties ?? {}).flatMap(([name, schema]) => below(at(name), schema)),
    ...below(`${above}[]`, one.items),
    ...below(`${above}.*`, one.additionalProperties),
  ])
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const short = (example: unknown) => {
  const text = JSON.stringify(example)
  return text.length > 60 ? 'see below' : `\`${text}\``
}

/** The table of a message's fields. */
export function tableOf(message: Message): string {
  const schema = schemaOf(message)
  const required = new Set(requiredIn(schema))
  const row = ([path, node]: [string, JsonSchema], { meaning, unit, example }: Field) =>
    [
      `\`${path}\``,
      typeOf(node),
      unit ?? '',
      limitsOf(node),
      required.has(path) ? 'yes' : 'no',
      alternatives(node).some(isNull) ? 'yes' : 'no',
      meaning,
      short(example),
    ].map(cell)
  const rows = fieldsOf(schema).flatMap((field) => {
    const documented = message.fields[field[0]]
    return documented ? [row(field, documented)] : []
  })
  const head = ['field', 'type', 'unit', 'limit', 'required', '`null`', 'meaning', 'example']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The example of a message, as a block of Markdown. */
export const exampleOf = ({ examples }: Message) =>
  `\`\`\`json\n${examples.map((example) => JSON.stringify(example)).join('\n')}\n\`\`\``

const START = /^<!-- table: (\w+) -->$/
const END = '<!-- end -->'

/** Replaces each table of a page, between `<!-- table: NAME -->` and `<!-- end -->`, by the one of that name. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  const lines: string[] = []
  let inside = false
  for (const line of page.split('\n')) {
    const [, name] = START.exec(line) ?? []
    if (line === END) inside = false
    if (!inside) lines.push(line)
    if (name === undefined) continue
    const table = tables[name]
    if (table === undefined) throw new Error(`no table ${name}`)
    lines.push('', table, '')
    inside = true
  }
  if (inside) throw new Error('a table has no end')
  return lines.join('\n')
}
