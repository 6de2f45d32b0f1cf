import { execFileSync } from 'node:child_process'
import { importGraph, reachedBy, sourceFiles } from './imports.ts'
import type { Options } from './options.ts'

/** The parts of a run; file paths are relative to the root. */
export type Selection = {
  /** The whole suite, which decides whether a change may be merged. */
  readonly whole: boolean
  /** Workspaces whose types are checked. */
  readonly workspaces: readonly string[]
  /** Vitest test files. */
  readonly tests: readonly string[]
  /** Playwright test files. */
  readonly specs: readonly string[]
}

/** Each is a folder with a tsconfig.json. */
const workspaces = [
  ...[
    'core',
    'contract',
    'testing',
    'device-kit',
    'gateway',
    'server',
    'simulator',
    'conformance',
    'web',
    'web/vite',
    'e2e',
    'bench',
    'scripts',
  ],
]
/** Files that every test depends on without loading them. */
const FOUNDATIONS =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json|web\/(vite\.config\.ts|vite\/|test\/setup\.ts)|scripts\/suite\/)/

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isSpec = (file: string) => /^e2e\/.*\.spec\.ts$/.test(file)
const workspaceOf = (file: string) =>
  workspaces.toReversed().find((name) => file.startsWith(`${name}/`)) ?? 'scripts'

function select(files: readonly string[], all: readonly string[]): Selection {
  const named = new Set(files.map(workspaceOf))
  return {
    whole: false,
    workspaces: workspaces.filter((name) => named.has(name)),
    tests: all.filter((file) => isTest(file) && files.includes(file)),
    specs: all.filter((file) => isSpec(file) && files.includes(file)),
  }
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\n')
    .filter((line) => line !== '')

function changedFiles(root: string, since: string): string[] {
  const tracked = git(root, 'diff', '--name-only', '--relative', since, '--')
  return [...tracked, ...git(root, 'ls-files', '--others', '--exclude-standard')]
}

/** Selects tests. Throws an explanation if the words match no test, or git does not know the revision. */
export function selectionOf(root: string, { words, changedSince }: Options): Selection {
  const all = sourceFiles(root)
  const whole: Selection = {
    ...{ whole: true, workspaces, tests: all.filter(isTest), specs: all.filter(isSpec) },
  }
  if (changedSince !== null) {
    const changed = changedFiles(root, changedSince)
    if (changed.some((file) => FOUNDATIONS.test(file))) return whole
    return select([...reachedBy(importGraph(root), changed)], all)
  }
  if (words.length === 0) return whole
  const tests = all.filter((file) => isTest(file) || isSpec(file))
  for (const word of words)
    if (!tests.some((file) => file.includes(word))) throw new Error(`no path of a test contains “${word}”`)
  return select(
    tests.filter((file) => words.some((word) => file.includes(word))),
    all,
  )
}
