import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'rolldown/utils'

const SOURCES =
  '{*.test.ts,{core,contract,device-kit,gateway,server,web,simulator,conformance,e2e,bench,scripts,testing}/**/*.{ts,tsx,mjs}}'
const isIgnored = (name: string) => name.includes('node_modules') || name.includes('/dist')

/** Returns the paths of all source files, relative to the root. */
export const sourceFiles = (root: string): string[] =>
  globSync(SOURCES, { cwd: root, exclude: isIgnored }).sort()

/** Returns the specifiers of the modules a file imports. */
export function modulesNamedIn(file: string, text: string): string[] {
  const { module } = parseSync(file, text)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  )
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  )
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...dynamic]
}

/** Returns the relative paths of files and folders in a text, such as programs to start and documents to read. */
const placesNamedIn = (text: string) =>
  [...text.matchAll(/new URL\(\s*['"`]([^'"`$]+)['"`]\s*,\s*import\.meta\.url/g)].map(([, name = '']) =>
    name.startsWith('.') ? name : `./${name}`,
  )

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Resolves a specifier in a file to a path relative to the root; null if it is outside of the project. */
function target(root: string, from: string, name: string): string | null {
  const own = /^@kellersonne\/([^/]+)\/(.+)$/.exec(name)
  const path = own
    ? `${own[1]}/src/${own[2]}`
    : name.startsWith('.')
      ? normalize(join(dirname(from), name.replace(/\?.*$/, '')))
      : null
  if (path === null) return null
  const candidates = [path, `${path}.ts`, `${path}.tsx`]
  return candidates.find((one) => isFile(join(root, one))) ?? path
}

/** Returns the paths that each file loads. A folder means every file below it. */
export function importGraph(root: string): Map<string, string[]> {
  return new Map(
    sourceFiles(root).map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const names = [...modulesNamedIn(file, text), ...placesNamedIn(text)]
      return [file, names.flatMap((name) => target(root, file, name) ?? [])]
    }),
  )
}

/** Returns `changed` and all files that load one of them, directly or indirectly. */
export function reachedBy(
  graph: ReadonlyMap<string, readonly string[]>,
  changed: readonly string[],
): Set<string> {
  const reached = new Set(changed)
  const loads = (targets: readonly string[]) =>
    targets.some(
      (path) => reached.has(path) || (path.endsWith('/') && changed.some((file) => file.startsWith(path))),
    )
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const [file, targets] of graph) if (!reached.has(file) && loads(targets)) reached.add(file)
  }
  return reached
}
