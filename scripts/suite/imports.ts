import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'rolldown/utils'

const SOURCES =
  '{architecture.test.ts,{core,contract,server,web,simulator,e2e,bench,scripts,testing}/**/*.{ts,tsx,mjs}}'
const isIgnored = (name: string) => name.includes('node_modules') || name.includes('/dist')

/** Every source file of the project, by its path from the root. */
export const sourceFiles = (root: string): string[] =>
  globSync(SOURCES, { cwd: root, exclude: isIgnored }).sort()

/** The modules that a file imports, as it names them. */
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

/** The files and folders beside it that a file names, as programs to start and documents to read are found. */
const placesNamedIn = (text: string) =>
  [...text.matchAll(/new URL\(\s*['"`]([^'"`$]+)['"`]\s*,\s*import\.meta\.url/g)].map(([, name = '']) =>
    name.startsWith('.') ? name : `./${name}`,
  )

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** The path from the root that a name leads to from a file; null where it leads out of the project. */
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

/** For each file, the paths that it loads. A folder means every file below it. */
export function importGraph(root: string): Map<string, string[]> {
  return new Map(
    sourceFiles(root).map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const names = [...modulesNamedIn(file, text), ...placesNamedIn(text)]
      return [file, names.flatMap((name) => target(root, file, name) ?? [])]
    }),
  )
}

/** The files that load one of `changed`, directly or through others, and these themselves. */
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
