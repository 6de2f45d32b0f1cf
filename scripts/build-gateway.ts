import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = `${root}gateway/src/main.ts`
/** Libraries' deprecated calls are nothing that an owner could mend. */
const QUIET = 'process.noDeprecation = true;'
const own = `${root}gateway/src/profiles/own.ts`

/** What the source reads from a folder is part of the single file. */
const profiles: Plugin = {
  name: 'profiles',
  load(id) {
    if (id !== own) return null
    const files = globSync(`${root}gateway/profiles/*.json`).map((path): [string, string] => [
      basename(path, '.json'),
      JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))),
    ])
    return `const files = new Map(${JSON.stringify(files)})\nexport const ownFiles = () => files\n`
  },
}

/** The gateway as one file of JavaScript that runs with Node alone: what owners download. */
export async function gatewayFile(): Promise<string> {
  const bundle = await rolldown({
    input: main,
    platform: 'node',
    // modbus-serial loads it if it is there, and does without.
    // ws loads them if they are there, and does without.
    external: ['bufferutil', 'utf-8-validate'],
    plugins: [profiles],
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    codeSplitting: false,
    minify: true,
    banner: QUIET,
  })
  await bundle.close()
  return output[0].code
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target = `${root}gateway.mjs`] = process.argv.slice(2)
  writeFileSync(target, await gatewayFile())
}
