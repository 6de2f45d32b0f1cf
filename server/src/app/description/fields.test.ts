import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openApi } from '../../platform/http/openapi/document.ts'
import { describeApi } from './description.ts'

const description = describeApi({
  PUBLIC_URL: 'https://portal.example',
  UPDATES_URL: 'https://updates.example',
})
const document = openApi(description)

/** Every object and array of a JSON value with its path, in the order of the document. */
function* nodesOf(value: unknown, path = ''): Generator<{ path: string; node: object }> {
  if (typeof value !== 'object' || value === null) return
  yield { path, node: value }
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${path}/${key}`)
}
const nodes = [...nodesOf(JSON.parse(JSON.stringify(document)))]
const withProperties = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.optional(z.string()) })),
})

const texts = (all: Readonly<Record<string, string>>) => Object.values(all)
/** Every text of ours that must stand somewhere in the document. */
const written = [
  ...texts(description.inputs),
  ...texts(description.details),
  ...Object.values(description.answers).flatMap(texts),
  ...Object.values(description.schemas).flatMap(({ description: whole, fields }) => [
    whole,
    ...texts(fields),
  ]),
]

describe('the fields of the API', () => {
  it('API-13 are all explained, in whatever is sent and answered', () => {
    const silent = nodes.flatMap(({ path, node }) => {
      const parsed = withProperties.safeParse(node)
      const fields = parsed.success ? Object.entries(parsed.data.properties) : []
      return fields.filter(([, field]) => !field.description).map(([name]) => `${path} ${name}`)
    })
    expect(silent).toEqual([])
    expect(nodes.length).toBeGreaterThan(1000)
  })

  it('API-13 have no explanation that belongs to no field', () => {
    const found = new Set(nodes.flatMap(({ node }) => ('description' in node ? [node.description] : [])))
    expect(written.filter((text) => !found.has(text))).toEqual([])
  })

  it('API-13 are written once: what has a name is referred to, and every reference leads somewhere', () => {
    const references = nodes.flatMap(({ node }) => ('$ref' in node ? [String(node.$ref)] : []))
    const names = new Set(nodes.map(({ path }) => `#${path}`))
    expect(references.filter((reference) => !names.has(reference))).toEqual([])
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !references.includes(`#/components/schemas/${name}`),
    )
    expect(unused).toEqual([])
    const instants = nodes.filter(({ node }) => 'format' in node && node.format === 'date-time')
    expect(instants.map(({ path }) => path)).toEqual(['/components/schemas/DateTime'])
  })

  it('API-13 say unit and sign of what is measured', () => {
    expect(description.schemas).toMatchObject({
      LiveRecord: {
        fields: {
          grid_power: expect.stringMatching(/W: above zero .* below zero/),
          battery_power: expect.stringMatching(/W: below zero while charging, above zero/),
          SOC: expect.stringContaining('%'),
        },
      },
      Column: { description: expect.stringContaining('To decode') },
    })
  })
})
