import { describe, expect, it } from 'vitest'
import { mutantsOf } from './mutants.ts'
import { withSwitches } from './schemata.ts'

function planted(source: string) {
  const mutants = mutantsOf('core/src/a.ts', source).map((mutant, i) => ({ ...mutant, id: i + 1 }))
  return { mutants, text: withSwitches('core/src/a.ts', source, mutants) }
}
/** Returns the `result` of a script with all mutants, one of them switched on. */
function run(source: string, values: Record<string, unknown>, active: number): unknown {
  const names = ['mutant', ...Object.keys(values)]
  const body = new Function(...names, `${planted(source).text}\nreturn result`)
  return body((id: number) => id === active, ...Object.values(values))
}

describe('switches', () => {
  it('appear where an expression is evaluated', () => {
    expect(planted('const a = b < c').text).toBe('const a = (mutant(1) ? (b <= c) : (b < c))')
  })

  it('change nothing while they are off', () => {
    expect(run('const result = a + b * 2', { a: 1, b: 3 }, 0)).toBe(7)
  })

  it('change one thing each, however deep', () => {
    const results = [1, 2, 3, 4].map((id) => run('const result = a + b * 2', { a: 1, b: 3 }, id))
    expect(results).toEqual([-5, 2.5, 10, 4])
  })

  it('leave the shortcut of a chain whole', () => {
    const source = 'const result = a?.filter((x) => x).map((x) => x)'
    expect(run(source, { a: undefined }, 0)).toBeUndefined()
    expect(run(source, { a: [0, 1] }, 0)).toEqual([1])
    expect(run(source, { a: [0, 1] }, 1)).toEqual([0, 1])
  })

  it('are never taken for the arguments of the line before', () => {
    const output: string[] = []
    const log = (word: string) => output.push(word)
    run("const result = log\nlog('b')\nif (result) log('c')\nelse log('d')", { log }, 0)
    run("const result = log\nlog('b')\nif (result) log('c')\nelse log('d')", { log }, 1)
    expect(output).toEqual(['b', 'c', 'c'])
  })
})
