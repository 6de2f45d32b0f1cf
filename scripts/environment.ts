// Generates docs/environment.md, the reference of all environment variables, from the schemas that read them.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { schema as server } from '@kellersonne/server/platform/config'
import { configDocs as serverWords } from '@kellersonne/server/platform/config-docs'
import { schema as simulator } from '@kellersonne/simulator/config'
import { configDocs as simulatorWords } from '@kellersonne/simulator/config-docs'

type Words = { readonly rule: string; readonly what: string; readonly fallback?: string }
type Variable = { safeParse(value: undefined): { readonly data?: unknown } }

export const file = fileURLToPath(new URL('../docs/environment.md', import.meta.url))

/** Returns the text about a variable's default. */
function fallbackOf(variable: Variable, { fallback }: Words): string {
  if (fallback !== undefined) return fallback
  const { data } = variable.safeParse(undefined)
  const text = Array.isArray(data) ? data.join(',') : String(data ?? '')
  return text === '' ? 'none' : `\`${text}\``
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function table(schema: Readonly<Record<string, Variable>>, words: Readonly<Record<string, Words>>): string {
  const rows = Object.entries(words).map(([name, word]) => {
    const variable = schema[name]
    if (!variable) throw new Error(`there is no variable ${name}`)
    return [`\`${name}\``, fallbackOf(variable, word), word.rule, word.what].map(cell).join(' | ')
  })
  return ['| variable | default | type | description |', '|---|---|---|---|']
    .concat(rows.map((row) => `| ${row} |`))
    .join('\n')
}

/** Returns the expected content of `file`. */
export const environmentReference = (): string => `# Environment

Generated from the schemas that parse it: \`node scripts/environment.ts\`. If a variable is invalid, the program names it and exits.
Lists are separated by commas. How the variables work together: [operating.md](operating.md).

## Server

One program for portal, main service, update service, MQTT and jobs (\`ROLES\`), and for \`npm run cli\`.

${table(server.shape, serverWords)}

## Simulator

The units of the demo; real units need none of it.

${table(simulator.shape, simulatorWords)}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(file, environmentReference())
