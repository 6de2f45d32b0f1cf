import { describe, expect, it } from 'vitest'
import { explain } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import { capabilityOf, difference, type Outcome, survivors, table } from './report.ts'
import { sample } from './targets.ts'

const [mutant] = mutantsOf('server/src/live/store.ts', 'const a = b < c')
if (!mutant) throw new Error('no mutant')
const outcome = (verdict: Outcome['verdict'], tests = 1): Outcome => ({ ...mutant, id: 1, verdict, tests })

describe('a report on mutants', () => {
  it('names a capability as the architecture does', () => {
    expect(capabilityOf('server/src/live/store.ts')).toBe('server/live')
    expect(capabilityOf('core/src/firmware/plan.ts')).toBe('core/firmware')
    expect(capabilityOf('contract/src/shared/version.ts')).toBe('contract/shared')
  })

  it('shows what differs, once', () => {
    expect(difference('if (a < b) return', 'if (a <= b) return')).toBe('if (a [< → <=] b) return')
    expect(difference('a && b', 'a')).toBe('a[ && b → ]')
  })

  it('counts an endless run as caught, and what no test reaches against the tests', () => {
    const all = [outcome('caught'), outcome('timeout'), outcome('survived'), outcome('unreached', 0)]
    const [, row] = table([...all, outcome('unjudged')]).split('\n')
    expect(row?.split(/ {2,}/)).toEqual(['server/live', '4', '2', '1', '1', '50.0 %'])
    expect(survivors(all)).toEqual([
      'server/src/live/store.ts:1  const a = b [< → <=] c  (1 tests)',
      'server/src/live/store.ts:1  const a = b [< → <=] c  (no test reaches it)',
    ])
  })

  it('keeps explained ones apart, and notices explanations of what is gone', () => {
    const { file, original, mutated } = mutant
    const known = { file, original, mutated, reason: 'as an example' }
    const gone = { ...known, original: 'const a = d' }
    const elsewhere = { ...gone, file: 'core/src/energy/flows.ts' }
    expect(explain([mutant], [file], [known, gone, elsewhere])).toEqual({
      open: [],
      explained: [mutant],
      stale: [gone],
    })
    expect(explain([mutant], [file], [gone]).open).toEqual([mutant])
  })

  it('draws the same sample for the same seed', () => {
    const all = Array.from({ length: 100 }, (_, i) => i)
    expect(sample(all, 10, 7)).toHaveLength(10)
    expect(sample(all, 10, 7)).toEqual(sample(all, 10, 7))
    expect(sample(all, 10, 7)).not.toEqual(sample(all, 10, 8))
    expect(sample(all, 200, 7)).toEqual(all)
  })
})
