import { serialNumber } from '@kellersonne/contract/systems/systems'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stored } from '../../../platform/stored.ts'
import { announceUpdates, newsOf } from './updateNews.ts'

const systems = (...numbers: string[]) => numbers.map((sn) => serialNumber.parse(sn))

describe('news of updates', () => {
  it.each([
    ['on the first load', null, ['1002'], [], [], ['1002']],
    ['on the first load, whatever was known before', null, [], ['1002'], [], []],
    ['when one more has come', ['1002'], ['1001', '1002'], ['1002'], ['1001'], ['1002', '1001']],
    ['when one has gone', ['1001', '1002'], ['1002'], ['1001', '1002'], [], ['1002']],
    ['when another tab has told it', [], ['1002'], ['1002'], [], ['1002']],
    ['when one comes as another goes', ['1001'], ['1002'], ['1001'], ['1002'], ['1002']],
    ['of what has only this page not got yet', ['1001'], ['1001'], ['1001', '1002'], [], ['1001', '1002']],
  ] as const)('SHL-03 %s', (_, before, now, known, news, left) => {
    expect(newsOf(before && systems(...before), systems(...now), systems(...known))).toEqual({
      news: systems(...news),
      known: systems(...left),
    })
  })

  describe('with two tabs', () => {
    beforeEach(() => {
      let turn: Promise<unknown> = Promise.resolve()
      const request = (_: string, work: () => Promise<void>) => {
        turn = turn.then(work)
        return turn
      }
      vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
      vi.useFakeTimers()
    })

    it('SHL-03 announces an update in one of them, and again when it comes back', async () => {
      const given: string[] = []
      const inBoth = async (before: string[] | null, now: string[]) => {
        const tabs = ['first', 'second'].map((tab) =>
          announceUpdates(before && systems(...before), systems(...now), (news) =>
            given.push(`${tab}: ${news}`),
          ),
        )
        await vi.runAllTimersAsync()
        await Promise.all(tabs)
      }
      await inBoth(null, [])
      await inBoth([], ['1002'])
      expect(given).toEqual(['first: 1002'])
      await inBoth(['1002'], [])
      await inBoth([], ['1002'])
      expect(given).toEqual(['first: 1002', 'first: 1002'])
    })
  })

  it('STO-02 takes what cannot be read for nothing known', async () => {
    localStorage.setItem('knownUpdates', '{"1002":')
    const notify = vi.fn()
    await announceUpdates([], systems('1002'), notify)
    expect(notify).toHaveBeenCalledWith(['1002'])
    expect(stored.knownUpdates.get()).toEqual(['1002'])
  })
})
