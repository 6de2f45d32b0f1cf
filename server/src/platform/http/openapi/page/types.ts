import type { JsonSchema } from '../schemas.ts'
import { escaped, inline, table } from './html.ts'

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
const linkTo = (name: string) => `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`
const isSchema = (one: unknown): one is JsonSchema => typeof one === 'object' && one !== null

const limitsOf = ({ minimum, maximum, minLength, maxLength, maxItems }: JsonSchema) =>
  [
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && `≤ ${maximum}`,
    maxLength !== undefined && `${minLength === undefined ? 'up' : minLength} to ${maxLength} characters`,
    maxItems !== undefined && `up to ${maxItems}`,
  ].filter((one) => one !== false)

function plainType(schema: JsonSchema): string {
  const { type, format, items, additionalProperties } = schema
  if (type === 'array') return `list of ${isSchema(items) ? typeOf(items) : 'anything'}`
  if (type === 'object' && isSchema(additionalProperties)) return `map of ${typeOf(additionalProperties)}`
  return escaped(
    [[type ?? 'anything'].flat().join(' or '), format && `(${format})`].filter(Boolean).join(' '),
  )
}

/** Renders what values a schema takes; the named ones are links. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, enum: choices, const: only, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) return linkTo(nameIn($ref))
  if (only !== undefined) return `<code>${escaped(JSON.stringify(only))}</code>`
  if (choices) return choices.map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(' ')
  const either = anyOf ?? oneOf ?? allOf
  if (either) return either.filter(isSchema).map(typeOf).join(' or ')
  return [plainType(schema), ...limitsOf(schema).map(escaped)].join(', ')
}

/** Lists a schema's fields, those of its own objects and lists below it with their dotted paths. */
function fieldsOf(schema: JsonSchema, above = ''): string[][] {
  const required = schema.required ?? []
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (!isSchema(field)) return []
    const path = above + name
    const isOptional = !required.includes(name)
    return [
      [
        `<code>${escaped(path)}</code>${isOptional ? ' <em>optional</em>' : ''}`,
        typeOf(field),
        inline(field.description ?? ''),
      ],
      ...fieldsOf(field, `${path}.`),
    ]
  })
  const children = [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]
  return [...own, ...children.flat().flatMap((child) => (isSchema(child) ? fieldsOf(child, above) : []))]
}

/** Renders the fields of a schema; nothing if it has none. */
export function fieldsTable(schema: JsonSchema): string {
  const rows = new Map(fieldsOf(schema).map((row) => [row[0], row]))
  return rows.size === 0 ? '' : table(['Field', 'Type', 'Meaning'], [...rows.values()])
}
