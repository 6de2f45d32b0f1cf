import { MAX_IMPORTS_A_DAY } from '@kellersonne/contract/energy/imports'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { setUpImports } from '../../../test/set-up/imports.ts'

const { someone } = setUpImports()
const HEAD = 'at,readings,grid_v_mean,pv_wh,import_wh\n'

describe('imports of one day', () => {
  it('GWY-42 F14 of more than eight on one day, the next is refused and leaves nothing behind', async () => {
    const anna = await someone()
    const at = (quarter: number, day = 14) =>
      `2026-03-${day}T${String(8 + Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}:00.000Z,12,230,125,10\n`
    const made = []
    for (let i = 0; i < MAX_IMPORTS_A_DAY; i += 1) made.push(await anna.make(HEAD + at(i)))
    expectProblem(await anna.send(HEAD + at(MAX_IMPORTS_A_DAY)), 409, 'imports_full')
    expect(await anna.list()).toHaveLength(MAX_IMPORTS_A_DAY)
    await anna.make(HEAD + at(0, 15))
    await anna.undo(made[0]?.id ?? '')
    await anna.make(HEAD + at(MAX_IMPORTS_A_DAY))
  })
})
