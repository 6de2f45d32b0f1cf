import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'

const run = promisify(execFile)
const client = fileURLToPath(new URL('client.ts', import.meta.url))
/** Not this workspace's own, which the generator needs and which takes ten times as long. */
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.asynciterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
  paths: { 'kellersonne-api': ['./schema.d.ts'] },
}

/** Generates types from the API's document in a folder, and type-checks the client with them; resolves to the faults. */
export async function typeFaults(document: URL, folder: string): Promise<string> {
  await writeFile(join(folder, 'schema.d.ts'), astToString(await openapiTS(document)))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [client] }))
  return run(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

/** Runs the client as a process of its own; resolves to what it printed. */
export async function runClient(env: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await run(process.execPath, [client], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}
