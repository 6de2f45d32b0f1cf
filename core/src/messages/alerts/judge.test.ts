import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLICKER_MS } from '../episodes.ts'
import { SERIES_MS } from './alert.ts'
import { alertRules, causeOf } from './causes.ts'
import { RESOLVED } from './quiet.ts'
import { MINUTE, opens, owner, sightOf } from './test/owner.ts'

const noon = Date.UTC(2026, 5, 18, 10)
const minute = (m: number) => new Date(noon + m * MINUTE)

describe('an alert', () => {
  it('ALR-02 is announced once its cause has lasted for its waiting time, and once only', () => {
    const one = owner()
    const fault = opens('fault', minute(0))
    expect(one.look(new Date(noon + 59_999), fault)).toMatchObject({ news: [], nextAt: minute(1) })
    expect(one.look(minute(1), fault).news).toEqual(['fault1 begun'])
    for (const m of [1, 2, 60, 60 * 24 * 30]) expect(one.look(minute(m), fault).news).toEqual([])
  })

  it('ALR-02 is none of what healed before', () => {
    const one = owner()
    one.look(new Date(noon + 30_000), opens('fault', minute(0)))
    one.look(new Date(noon + 50_000), opens('fault', minute(0), { until: new Date(noon + 40_000) }))
    expect(one.look(minute(2)).news).toEqual([])
    expect(one.alerts()).toEqual([])
  })

  it('ALR-03 is over once, ten minutes after its cause, and only if it was announced', () => {
    const one = owner()
    one.look(minute(1), opens('fault', minute(0)))
    one.look(minute(20), opens('fault', minute(0), { until: minute(20) }))
    expect(one.look(minute(29)).news).toEqual([])
    expect(one.look(minute(30)).news).toEqual(['fault1 ended'])
    expect(one.look(minute(31)).news).toEqual([])
    const other = owner({ reader: { wants: () => false } })
    other.look(minute(1), opens('fault', minute(0)))
    other.look(minute(20))
    expect(other.look(minute(40)).news).toEqual([])
    expect(other.alerts()).toMatchObject([{ raisedAt: minute(1), notifiedAt: null, overAt: minute(40) }])
  })

  it('ALR-03 is over ten minutes after its last end, also after one that nobody saw', () => {
    const one = owner()
    const seconds = (s: number) => new Date(noon + s * 1000)
    const turns = [0, 1, 2, 63, 64, 3000].map(seconds)
    for (const s of [2, 62, 63]) one.look(seconds(s), ...sightOf(turns, seconds(s)))
    expect(one.all.map(({ what }) => what)).toEqual(['fault1 begun'])
    expect(one.look(seconds(3599), ...sightOf(turns, seconds(3599))).news).toEqual([])
    expect(one.look(seconds(3600), ...sightOf(turns, seconds(3600))).news).toEqual(['fault1 ended'])
  })

  it('ALR-03 ALR-06 an end that waits for the morning counts from the last one, also if nobody saw that', () => {
    const one = owner()
    const seconds = (s: number) => new Date(noon + s * 1000)
    const turns = [0, 61, 36_001, 67_801].map(seconds)
    for (const s of [0, 60, 61, 36_000]) one.look(seconds(s), ...sightOf(turns, seconds(s)))
    expect(one.look(seconds(68_400), ...sightOf(turns, seconds(68_400))).news).toEqual([])
    expect(one.look(seconds(68_401)).news).toEqual(['fault1 ended'])
  })

  it('ALR-04 announces a cause that comes and goes only as that', () => {
    const one = owner()
    const turns = Array.from({ length: 600 }, (_, i) => new Date(noon + i * 600))
    const looks = Array.from({ length: 100 }, (_, i) => new Date(noon + i * 5000))
    for (const at of looks) one.look(at, ...sightOf(turns, at))
    expect(one.all.map(({ what }) => what)).toEqual(['fault1 wavering'])
    expect(one.look(new Date(noon + SERIES_MS)).news).toEqual([])
    expect(one.look(new Date(noon + SERIES_MS + 20 * MINUTE)).news).toEqual(['fault1 ended'])
  })

  it('ALR-04 announces one that returns for the third time in a day as coming and going, and then nothing', () => {
    const one = owner()
    for (let round = 0; round < 8; round++) {
      const since = minute(round * 60)
      one.look(minute(round * 60 + 2), opens('fault', since))
      one.look(minute(round * 60 + 20), opens('fault', since, { until: minute(round * 60 + 20) }))
      one.look(minute(round * 60 + 31))
    }
    expect(one.all.map(({ what }) => what)).toEqual([
      ...['fault1 begun', 'fault1 ended', 'fault1 begun', 'fault1 ended', 'fault1 wavering'],
    ])
  })

  it('ALR-05 of a system that is silent is none but that one', () => {
    const one = owner()
    const silent = opens('silent', minute(0))
    expect(one.look(minute(15), silent, opens('warning', minute(-1))).news).toEqual(['silent1 begun'])
    expect(one.look(minute(40), silent, opens('warning', minute(-1))).holds).toEqual([null, 'silent'])
    expect(one.look(minute(50), silent, opens('warning', minute(30), { system: 2 })).news).toEqual([
      'warning2 begun',
    ])
  })

  it('ALR-06 that is not urgent waits for the end of quiet hours, and is none if it is over by then', () => {
    const night = (hour: number, m = 0) => new Date(Date.UTC(2026, 5, 18, hour - 2, m))
    const one = owner()
    const [warning, silent] = [opens('warning', night(22, 30)), opens('silent', night(22, 30))]
    expect(one.look(night(23), warning, silent)).toMatchObject({ news: [], nextAt: night(31) })
    const fault = opens('fault', night(24), { system: 2 })
    expect(one.look(night(25), fault, silent).news).toEqual(['fault2 begun'])
    expect(one.look(night(26), { ...fault, until: night(26) }, silent).news).toEqual([])
    expect(one.look(night(27), silent).news).toEqual([])
    expect(one.look(night(31), silent).news).toEqual(['silent1 begun', 'fault2 ended'])
  })

  it('ALR-06 is announced at night where the owner wants no quiet hours', () => {
    const one = owner({ reader: { quiet: false } })
    const at = new Date(Date.UTC(2026, 5, 18, 23))
    expect(one.look(new Date(at.getTime() + 15 * MINUTE), opens('silent', at)).news).toHaveLength(1)
  })

  it('ALR-07 that is muted is not announced until then', () => {
    const two = owner()
    two.look(minute(1), opens('silent', minute(0)))
    two.change((alert) => ({ ...alert, mutedUntil: minute(90) }))
    expect(two.look(minute(20), opens('silent', minute(0)))).toMatchObject({
      ...{ news: [], holds: ['muted'], nextAt: minute(90) },
    })
    expect(two.look(minute(90), opens('silent', minute(0))).news).toEqual(['silent1 begun'])
    two.change((alert) => ({ ...alert, mutedUntil: RESOLVED }))
    two.look(minute(100))
    expect(two.look(minute(120)).news).toEqual([])
    expect(two.look(minute(200), opens('silent', minute(180))).news).toEqual(['silent1 begun'])
  })

  it('ALR-08 in a mass outage waits for longer', () => {
    const one = owner({ outage: true })
    expect(one.look(minute(44), opens('silent', minute(0))).news).toEqual([])
    expect(one.look(minute(45), opens('silent', minute(0))).news).toEqual(['silent1 begun'])
  })

  it('ALR-09 of what began before there were alerts is listed and not announced', () => {
    const one = owner({ watchedFrom: minute(0) })
    const fault = opens('fault', minute(0), { system: 2 })
    expect(one.look(minute(1), opens('silent', minute(-100)), fault).news).toEqual(['fault2 begun'])
    expect(one.alerts()).toHaveLength(2)
    expect(one.look(minute(60), opens('silent', minute(-100))).holds).toContain('muted')
  })

  it('ALR-02 keeps mails a quarter of an hour apart, except urgent ones, which take the others along', () => {
    const one = owner()
    const silent = opens('silent', minute(-20))
    expect(one.look(minute(0), silent).news).toHaveLength(1)
    const warning = opens('warning', minute(0), { system: 2 })
    expect(one.look(minute(6), silent, warning)).toMatchObject({ news: [], nextAt: minute(15) })
    const fault = opens('fault', minute(5), { system: 2 })
    const grid = opens('grid', minute(1), { system: 2 })
    expect(one.look(minute(8), silent, grid, fault).news.toSorted()).toEqual(['fault2 begun', 'grid2 begun'])
  })

  it('ALR-01 happens once: an event is announced once, and not if it is a day old', () => {
    const one = owner()
    const event = opens('update_finished', minute(0))
    expect(one.look(minute(0), event).news).toEqual(['update_finished1 begun'])
    for (const m of [9, 30, 60]) expect(one.look(minute(m), event).news).toEqual([])
    expect(one.look(minute(90)).news).toEqual([])
    const late = owner()
    expect(late.look(minute(25 * 60), event)).toMatchObject({ news: [], holds: ['late'] })
  })

  it('ALR-01 has a cause for each message but mere states', () => {
    expect(['hw', 'u', 'na_schutz', '4113', 'ein'].map(causeOf)).toEqual([
      ...['fault', 'warning', 'grid', 'warning', null],
    ])
  })
})

/** Instants of one code's turns, and of looks at it, in seconds. */
const lives = fc.record({
  turns: fc.uniqueArray(fc.nat(86_400), { maxLength: 40 }),
  looks: fc.uniqueArray(fc.nat(2 * 86_400), { minLength: 1, maxLength: 300 }),
})
const second = (s: number) => new Date(noon + s * 1000)
const inOrder = (times: readonly number[]) => times.toSorted((a, b) => a - b).map(second)

describe('whatever comes and goes', () => {
  it('ALR-02 ALR-03 is announced and over in turn, and nothing is announced of what did not last', () => {
    fc.assert(
      fc.property(lives, ({ turns, looks }) => {
        const one = owner()
        const times = inOrder(turns)
        for (const at of inOrder(looks)) {
          const sights = sightOf(times, at)
          const { news } = one.look(at, ...sights)
          expect(one.look(at, ...sights).news).toEqual([])
          const [sight] = sights
          if (news[0] === 'fault1 begun') {
            expect(sight?.until).toBeNull()
            const raised = times.findLast((turn, i) => i % 2 === 0 && turn <= at) ?? at
            const stood = at.getTime() - raised.getTime()
            if (sight?.count === 1) expect(stood).toBeGreaterThanOrEqual(alertRules.fault.waitMs)
          }
          if (news[0] === 'fault1 ended' && sight?.until)
            expect(at.getTime() - sight.until.getTime()).toBeGreaterThanOrEqual(FLICKER_MS)
        }
        one.all.forEach(({ what }, i) => {
          expect(what.endsWith('ended')).toBe(i % 2 === 1)
        })
        expect(one.all.length).toBeLessThanOrEqual(2 * 6)
        expect(one.alerts().length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
