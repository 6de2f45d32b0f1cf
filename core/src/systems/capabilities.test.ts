import { expect, it } from 'vitest'
import { type Capabilities, canMeasure, canTake } from './capabilities.ts'

const meter: Capabilities = {
  ...{ measures: ['grid_w'], integrated: [], unverified: [], signs: null, commands: ['standby'] },
  ...{ messages: false, updates: false },
}

it('GWY-30 a system can do what it says, or everything if it says nothing', () => {
  expect([canMeasure(meter, 'grid_w'), canMeasure(meter, 'soc'), canMeasure(null, 'soc')]).toEqual([
    true,
    false,
    true,
  ])
  expect([canTake(meter, 'standby'), canTake(meter, 'off'), canTake(null, 'off')]).toEqual([
    true,
    false,
    true,
  ])
})
