import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { broken, CONSENT, receipt, START, updateServer } from '../../../../test/firmware/updates.ts'
import { refusal, serve } from '../../../../test/wire.ts'
import { beginSession } from '../../../platform/session.ts'
import { start, systemUpdateOf, type UpdateFacts, updateOf } from './updates.ts'

const facts = (last: UpdateFacts['last']): Pick<UpdateFacts, 'status' | 'last'> => ({
  status: {
    new_update: true,
    update_started: false,
    update_waiting: false,
    page: 0,
    total_updates: 1,
    updates: {},
  },
  last,
})
const stateOf = (last: UpdateFacts['last']) => systemUpdateOf(facts(last)).run?.state

describe('the state of an update', () => {
  it('UPD-14 a run that brought only a part has ended as its last turn did', () => {
    const half = broken('1001', 'silent', { outcome: 'partly' })
    expect(stateOf(half)).toBe('interrupted')
    const parts = half.parts.map((part, i) => ({ ...part, state: i === 0 ? ('cancelled' as const) : null }))
    expect(stateOf({ ...half, parts })).toBe('cancelled')
    expect(stateOf(receipt('1001', 'finished'))).toBe('finished')
    expect(stateOf(null)).toBeUndefined()
  })
})

describe('the start', () => {
  it('UPD-20 says which parts were shown, and starts nothing where others are offered by now', async () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    const [sn, server] = [serialNumber.parse('1002'), updateServer('1002')]
    const paths = (calls: ReturnType<typeof serve>) => calls.map(({ path }) => path)
    const calls = serve(server.answers)
    await updateOf(sn).refresh()
    const parts = updateOf(sn).current()?.plan.parts ?? []
    const agreed = { sn, parts, language: 'de', wording: 'Ja' } as const
    await start(agreed)
    const consent = calls.find(({ path }) => path === CONSENT)
    expect(consent?.form.get('parts')).toBe('bms 2.5.0,inverter 1.9.2')
    expect(paths(calls)).toContain(START)
    const refused = serve({ ...server.answers, [CONSENT]: () => refusal('update_changed') })
    await expect(start(agreed)).rejects.toMatchObject({ code: 'update_changed' })
    expect(paths(refused)).not.toContain(START)
  })
})
