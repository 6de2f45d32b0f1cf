import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { asyncApi } from './asyncapi.ts'
import { files, pages } from './files.ts'
import { type MessageName, messages } from './messages.ts'
import { fieldsOf, schemaOf } from './schemas.ts'
import { tableOf } from './tables.ts'

const names = Object.keys(messages).filter((name): name is MessageName => Object.hasOwn(messages, name))
const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')

const limiting = ['minimum', 'maximum', 'maxLength', 'maxItems', 'maxProperties'] as const

function validatorOf(name: MessageName) {
  // Formats are only annotations: the patterns judge.
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false })
  return ajv.compile(schemaOf(messages[name]))
}

describe('the documents of the device protocol', () => {
  it('UNT-02 are up to date: if not, run `npm run protocol`', () => {
    const stale = files().filter(({ path, text }) => readFileSync(path, 'utf8') !== text)
    expect(stale.map(({ path }) => path)).toEqual([])
  })

  it.each(names)('UNT-02 explain each field of %s, and no other', (name) => {
    const { fields } = messages[name]
    const found = fieldsOf(schemaOf(messages[name])).map(([path]) => path)
    // A backlog is explained by its readings.
    const expected = name === 'readings' ? [] : found
    expect(new Set(Object.keys(fields))).toEqual(new Set(expected))
  })

  it('UNT-01 have every field in a table of their pages, with its limits', () => {
    const text = pages.map((page) => read(`device-protocol/${page}.md`)).join('\n')
    const rows = [...text.matchAll(/^<!-- table: (\w+) -->$(.*?)^<!-- end -->$/gms)]
    const rowsOf = (name: string) =>
      rows
        .find(([, table]) => table === name)?.[2]
        ?.split('\n')
        .filter((line) => line.startsWith('| `')) ?? []
    const missing = names
      .filter((name) => name !== 'readings')
      .flatMap((name) =>
        fieldsOf(schemaOf(messages[name])).flatMap(([path, schema]) => {
          const row = rowsOf(name).find((line) => line.startsWith(`| \`${path}\` |`)) ?? ''
          const limits = (schema.anyOf ?? [schema]).flatMap((one) =>
            limiting.flatMap((key) => (typeof one === 'object' && key in one ? [String(one[key])] : [])),
          )
          return row !== '' && limits.every((limit) => row.includes(limit)) ? [] : [`${name}.${path}`]
        }),
      )
    expect(missing).toEqual([])
  })

  it.each([
    ['reading', 'at', 'yes'],
    ['reading', 'energy_wh.pv', 'no'],
    ['state', 'sensors[].unit', 'yes'],
    ['deployment', 'deployment.chunks[].artifacts[]._links.*.href', 'yes'],
    ['feedback', 'status.result.progress.cnt', 'no'],
  ] as const)('UNT-01 say of %s.%s whether it is required: %s', (name, path, required) => {
    const [, row = ''] = tableOf(messages[name]).split(`| \`${path}\` |`)
    expect(row.split('|')[3]?.trim()).toBe(required)
  })

  it.each(names)('UNT-02 give examples of %s which schema and server take', (name) => {
    const isValid = validatorOf(name)
    const { examples, fields, schema } = messages[name]
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(isValid(example), JSON.stringify(isValid.errors)).toBe(true)
      expect(schema.safeParse(example).success).toBe(true)
    }
    for (const { example } of Object.values(fields)) expect(example).not.toBeUndefined()
  })

  const at = '2026-06-18T09:42:10Z'
  const wrong: readonly (readonly [MessageName, unknown])[] = [
    ...[
      '2026-06-18 09:42:10Z',
      '2026-06-18T09:42:10',
      '2026-06-18T09:42Z',
      '2026-02-30T09:42:10Z',
      1781775730,
    ].map((time) => ['reading', { at: time }] as const),
    ['reading', {}],
    ['reading', { at, soc: 101 }],
    ['reading', { at, grid_w: 100_001 }],
    ['reading', { at, pv_w: '12' }],
    ['reading', { at, energy_wh: { pv: -1 } }],
    ['reading', { at, sn: 'small' }],
    ['readings', Array.from({ length: 101 }, () => ({ at }))],
    ['state', { at }],
    ['state', { at, status: 'dancing' }],
    ['state', { at, status: 'on', message1: ['x'.repeat(41)] }],
    ['state', { at, status: 'on', message2: Array.from({ length: 51 }, () => 'u') }],
    ['state', { at, status: 'on', errors: [{ code: 7, at: '2000-13-01' }] }],
    [
      'state',
      {
        at,
        status: 'on',
        versions: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`c${i}`, '1'])),
      },
    ],
    ['state', { at, status: 'on', sensors: [{ name: 'a', value: 1 }] }],
    ['online', { online: 'yes' }],
    ['outcome', { id: 'x'.repeat(65), outcome: 'done' }],
    ['outcome', { id: 'x', outcome: 'maybe' }],
    ['feedback', { status: { execution: 'dancing', result: { finished: 'none' } } }],
    ['configData', { mode: 'forget' }],
  ]
  it.each(wrong)('UNT-02 have schemas that judge as the server does: %s %j', (name, payload) => {
    expect([validatorOf(name)(payload), messages[name].schema.safeParse(payload).success]).toEqual([
      false,
      false,
    ])
  })

  it('UNT-02 describe every topic as AsyncAPI, with both directions', () => {
    const { channels, operations } = asyncApi()
    expect(Object.values(channels).map(({ address }) => address)).toEqual([
      ...[
        'storage/{sn}/reading',
        'storage/{sn}/state',
        'storage/{sn}/online',
        'storage/{sn}/command/outcome',
      ],
      ...['storage/{sn}/command', 'storage/{sn}/refused', 'storage/{sn}/forecast'],
    ])
    expect(Object.keys(operations).filter((name) => name.startsWith('send_'))).toEqual([
      'send_command',
      'send_refused',
      'send_forecast',
    ])
  })
})
