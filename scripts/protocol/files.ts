import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asyncApi } from './asyncapi.ts'
import { catalogue } from './catalogue.ts'
import { messages } from './messages.ts'
import { schemaOf } from './schemas.ts'
import { exampleOf, tableOf, withTables } from './tables.ts'

const docs = new URL('../../docs/', import.meta.url)
export const pages = ['messages', 'commands', 'forecast', 'firmware'] as const
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const tables: Readonly<Record<string, string>> = {
  ...catalogue(),
  ...Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [
      name,
      [...(Object.keys(message.fields).length > 0 ? [tableOf(message), ''] : []), exampleOf(message)].join(
        '\n',
      ),
    ]),
  ),
}

/** Every generated file of the protocol's documents, with its text; tables are written into the pages as they are. */
export const files = (): { path: string; text: string }[] =>
  [
    ...pages.map((page) => {
      const path = `device-protocol/${page}.md`
      return { path, text: withTables(readFileSync(new URL(path, docs), 'utf8'), tables) }
    }),
    ...Object.entries(messages).map(([name, message]) => ({
      path: `device-protocol/schemas/${name}.json`,
      text: json(schemaOf(message)),
    })),
    { path: 'device-protocol/asyncapi.json', text: json(asyncApi()) },
  ].map(({ path, text }) => ({ path: fileURLToPath(new URL(path, docs)), text }))
