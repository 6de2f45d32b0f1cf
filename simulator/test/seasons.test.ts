import { serialNumber } from '@kellersonne/contract/systems/systems'
import { isOpen } from '@kellersonne/core/messages/messages'
import { seasons } from '@kellersonne/testing/seasons'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { partOf } from '../src/plant/scenarios.ts'
import { broker, folder, unit } from './bench.ts'

const { FIRST_MESSAGE, INTERVAL_MS } = readConfig({})
const phases = [1, 2, 3] as const

/** Starts the units of the demo's owner for the first time. */
async function firstStart(at: Date) {
  const { url: brokerUrl } = await broker()
  const stateDir = await folder()
  return phases.map((phase) => {
    const sn = serialNumber.parse(`100${phase}`)
    const firstMessage = FIRST_MESSAGE?.sn === sn ? FIRST_MESSAGE.code : null
    const own = { sn, phase, firstMessage, historyDays: 10, intervalMs: INTERVAL_MS }
    return unit({ brokerUrl, stateDir, ...own }, () => at)
  })
}

describe.each(seasons)('the demo, first started on $name', ({ at }) => {
  it('HND-08 has batteries between 40 and 90 %, all of them at work, and one open message', async () => {
    const units = await firstStart(at)
    for (const { view } of units) {
      expect(view().sample.soc).toBeGreaterThanOrEqual(40)
      expect(view().sample.soc).toBeLessThanOrEqual(90)
      expect(view().state.status).toBe('on')
    }
    const messages = units.flatMap(({ sn, view }) => view().messages.map(({ code }) => ({ sn, code })))
    expect(messages.filter(({ code }) => isOpen(code))).toEqual([{ sn: '1003', code: 'i1' }])
  })

  it('HND-08 brings the sun from the front panel', async () => {
    const units = await firstStart(at)
    for (const [i, { play }] of units.entries()) play(partOf('sun_for_all', i, units.length))
    for (const { view } of units) {
      const { pv, battery, grid } = view().sample
      expect(pv).toBeGreaterThan(1000)
      expect(battery).toBeLessThan(0)
      expect(grid).toBeLessThan(0)
    }
  })
})
