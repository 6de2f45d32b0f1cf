import { inspect } from 'node:util'
import { loadConfigFromFile } from 'vite'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import 'vitest/config'
import { type Numbered, withSwitches } from './schemata.ts'

/** Tests of a file that reach a mutant, by id; without ids, all of them. `ms`: their duration. */
export type Reach = {
  readonly file: string
  readonly ids: readonly string[] | undefined
  readonly tests: number
  readonly ms: number
}
export type Reaches = ReadonlyMap<number, readonly Reach[]>
/** Ends an endless loop that allocates memory sooner. */
const MEMORY = '--max-old-space-size=1024'
/** Maximum length of an error message. */
const LONGEST = 200

/** Inserts the switches into the files with mutants. */
const planting = (root: string, mutants: readonly Numbered[]) => {
  const of = Map.groupBy(mutants, ({ file }) => `${root}${file}`)
  return {
    name: 'mutants',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      const own = of.get(id)
      return own && { code: withSwitches(id, source, own), map: null }
    },
  }
}

/** Opens one project of the Vitest configuration, with the mutants planted. */
export async function open(root: string, name: string, mutants: readonly Numbered[]): Promise<Vitest> {
  const file = `${root}vitest.config.ts`
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file, root)
  const found = loaded?.config.test?.projects?.find(
    (each) => typeof each === 'object' && 'test' in each && each.test?.name === name,
  )
  if (typeof found !== 'object' || !('test' in found)) throw new Error(`no project ${name} in ${file}`)
  const project = {
    ...found,
    plugins: [planting(root, mutants)],
    test: {
      ...found.test,
      setupFiles: [`${root}scripts/mutate/worker.ts`],
      maxWorkers: 1,
      // Overrides the project's setting: code evaluated on import is only seen if the file is imported again.
      isolate: true,
      execArgv: [MEMORY],
    },
  }
  // A project's global setup runs in this process, without mutants.
  Object.assign(globalThis, { mutant: () => false })
  const related = [...new Set(mutants.map(({ file }) => `${root}${file}`))]
  return createVitest(
    'test',
    { config: false, root, watch: false, fsModuleCache: false, reporters: [{}], maxWorkers: 1, related },
    { test: { projects: [project] } },
  )
}

const failed = (modules: readonly TestModule[]) => modules.filter((module) => !module.ok())

export function firstFault(module: TestModule): string {
  const [test] = module.children.allTests('failed')
  const error = test?.result().errors?.[0] ?? module.errors()[0]
  return `${module.relativeModuleId}, ${test?.fullName}: ${error?.message.slice(0, LONGEST)}`
}

/** Runs the tests once without mutants, and records which test reaches which mutant. */
export async function look(vitest: Vitest, specifications: TestSpecification[]): Promise<Reaches> {
  vitest.provide('mutation', { kind: 'look' })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const red = failed(testModules).map(firstFault)
  if (red.length > 0 || unhandledErrors.length > 0)
    throw new Error(
      ['tests fail without a mutant', ...red, ...unhandledErrors.map((error) => inspect(error))].join('\n'),
    )
  const reaches = new Map<number, Reach[]>()
  for (const module of testModules) {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const outside = new Set(module.meta().reached)
    const tests = [...module.children.allTests('passed')]
    const ids = new Set([...outside, ...tests.flatMap((test) => test.meta().reached ?? [])])
    for (const id of ids) {
      const those = tests.filter((test) => test.meta().reached?.includes(id))
      const ms = those.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
      const reach = outside.has(id)
        ? { ids: undefined, tests: tests.length, ms: collectDuration + setupDuration + duration }
        : { ids: those.map((test) => test.id), tests: those.length, ms: collectDuration + setupDuration + ms }
      reaches.set(id, [...(reaches.get(id) ?? []), { file: module.moduleId, ...reach }])
    }
  }
  return reaches
}
