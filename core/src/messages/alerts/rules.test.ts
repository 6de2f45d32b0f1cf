import { describe, expect, it } from 'vitest'
import { alertCauses, alertRules } from './causes.ts'
import { massOutage } from './outage.ts'
import { RESOLVED } from './quiet.ts'
import { MINUTE, opens, owner } from './test/owner.ts'

const noon = Date.UTC(2026, 5, 18, 10)
const minute = (m: number) => new Date(noon + m * MINUTE)
const HOUR = 60

describe('the rules of alerts', () => {
  it('ALR-02 ALR-03 ALR-06 define how long each cause waits, what is announced at night, and which ends are', () => {
    const shown = alertCauses.map((cause) => {
      const { topic, waitMs, urgent, ends, event } = alertRules[cause]
      const words = [urgent && 'urgent', ends && 'ends', event && 'event'].filter((word) => word !== false)
      return [cause, topic, waitMs / MINUTE, ...words].join(' ')
    })
    expect(shown).toEqual([
      'fault fault 1 urgent ends',
      'warning warning 5 ends',
      'grid grid 2 ends',
      'silent silent 15 ends',
      'battery battery 0 ends',
      'rule rule 0 ends',
      'winter outlook 0',
      'empty outlook 0',
      'storm outlook 0',
      'update_switch update 10',
      'update_finished update 0 event',
      'update_failed update 0 event',
      'claim claim 0 urgent',
      'sign_in sign_in 0 urgent event',
    ])
  })

  it('ALR-08 a mass outage is 30 % of at least 20 systems, of five owners or more, and its share is never rounded up', () => {
    expect(massOutage({ known: 19, silent: 19, owners: 5 })).toBeNull()
    expect(massOutage({ known: 20, silent: 5, owners: 5 })).toBeNull()
    expect(massOutage({ known: 20, silent: 6, owners: 5 })).toBe(30)
    expect(massOutage({ known: 20, silent: 20, owners: 4 })).toBeNull()
    expect(massOutage({ known: 1000, silent: 309, owners: 5 })).toBe(30)
    expect(massOutage({ known: 3000, silent: 2999, owners: 5 })).toBe(99)
  })

  it('ALR-08 a mass outage delays nothing but silence', () => {
    const one = owner({ outage: true })
    expect(one.look(minute(1), opens('fault', minute(0))).news).toEqual(['fault1 begun'])
  })
})

describe('what comes and goes', () => {
  const flicker = (count: number, until: Date | null = minute(0.5)) =>
    opens('warning', minute(0), { count, until })

  it('ALR-04 is announced as that from the fifth time on, once its waiting time is over', () => {
    const one = owner()
    one.look(minute(1), flicker(4))
    expect(one.alerts()).toEqual([])
    expect(one.look(minute(2), flicker(5))).toMatchObject({ news: [], nextAt: minute(5) })
    expect(one.look(minute(5), flicker(6)).news).toEqual(['warning1 wavering'])
    expect(one.look(minute(30), flicker(7, null)).news).toEqual([])
  })

  it('ALR-04 ALR-02 is announced to nobody if it has stopped before', () => {
    const [gone, calm] = [owner(), owner()]
    gone.look(minute(2), flicker(5))
    gone.look(minute(4))
    calm.look(minute(2), flicker(4, null))
    calm.look(minute(3), flicker(4))
    expect([gone.alerts(), calm.alerts()]).toEqual([[], []])
  })

  it('ALR-02 that has come several times lasts since it was seen again', () => {
    const one = owner()
    one.look(minute(2), flicker(2, null))
    expect(one.look(minute(4), flicker(3, null)).nextAt).toEqual(minute(9))
    expect(one.look(minute(6), flicker(3, null)).nextAt).toEqual(minute(9))
    expect(one.look(minute(9), flicker(3, null)).news).toEqual(['warning1 begun'])
  })
})

describe('what is held back', () => {
  it('ALR-10 without an address nothing is announced, and it is once there is one', () => {
    const one = owner({ reader: { reaches: () => false } })
    expect(one.look(minute(1), opens('fault', minute(0)))).toMatchObject({ news: [], holds: ['address'] })
  })

  it('ALR-02 an end is announced within a day, and not later', () => {
    const sent = (hours: number) => {
      const one = owner({ reader: { lastNotifiedAt: null } })
      one.look(minute(1), opens('fault', minute(0)))
      one.look(minute(2))
      one.change((alert) => ({ ...alert, mutedUntil: minute(12 + hours * HOUR) }))
      one.look(minute(12))
      return one.look(minute(12 + hours * HOUR)).news
    }
    expect(sent(24)).toEqual(['fault1 ended'])
    expect(sent(25)).toEqual([])
  })

  it('ALR-02 a mail goes out exactly a quarter of an hour after the last, an urgent one after a minute', () => {
    const one = owner()
    one.look(minute(0), opens('fault', minute(-5)))
    const [next, urgent] = [
      opens('warning', minute(-4), { system: 2 }),
      opens('fault', minute(-1), { system: 3 }),
    ]
    expect(one.look(minute(1), opens('fault', minute(-5)), urgent).news).toEqual(['fault3 begun'])
    const rest = [opens('fault', minute(-5)), urgent, next]
    expect(one.look(new Date(noon + 16 * MINUTE - 1), ...rest)).toMatchObject({
      ...{ news: [], nextAt: minute(16) },
    })
    expect(one.look(minute(16), ...rest).news).toEqual(['warning2 begun'])
    const other = opens('fault', minute(14), { system: 4 })
    expect(one.look(new Date(noon + 17 * MINUTE - 1), ...rest, other).news).toEqual([])
    expect(one.look(minute(17), ...rest, other).news).toEqual(['fault4 begun'])
  })

  it('ALR-05 a silent system still announces what is over and what has happened, and all once it is back', () => {
    const one = owner()
    const fault = opens('fault', minute(0))
    one.look(minute(1), fault)
    one.look(minute(2), { ...fault, until: minute(2) })
    const silent = opens('silent', minute(2))
    expect(one.look(minute(17), silent, opens('update_finished', minute(17))).news.toSorted()).toEqual([
      ...['fault1 ended', 'silent1 begun', 'update_finished1 begun'],
    ])
    const warning = opens('warning', minute(3))
    expect(one.look(minute(40), silent, warning).news).toEqual([])
    expect(one.look(minute(41), warning).news).toEqual(['warning1 begun'])
  })

  it('ALR-05 a system whose silence still waits is not silent', () => {
    const one = owner()
    const news = one.look(minute(6), opens('silent', minute(0)), opens('warning', minute(1))).news
    expect(news).toEqual(['warning1 begun'])
  })

  it('ALR-07 a mute for a time outlasts the cause, one until it is over does not', () => {
    const again = (mutedUntil: Date) => {
      const one = owner()
      one.look(minute(1), opens('fault', minute(0)))
      one.change((alert) => ({ ...alert, mutedUntil }))
      one.look(minute(2))
      one.look(minute(15))
      return one.look(minute(32), opens('fault', minute(30))).news
    }
    expect(again(minute(600))).toEqual([])
    expect(again(RESOLVED)).toEqual(['fault1 begun'])
  })

  it('ALR-09 what is old is announced if it comes back', () => {
    const one = owner({ watchedFrom: minute(0) })
    one.look(minute(1), opens('fault', minute(-9)))
    one.look(minute(2))
    one.look(minute(15))
    expect(one.look(minute(32), opens('fault', minute(30))).news).toEqual(['fault1 begun'])
  })

  it('ALR-02 the next look is the earliest that could change something', () => {
    const one = owner()
    const sights = [
      opens('silent', minute(0)),
      opens('fault', minute(0), { system: 2 }),
      opens('warning', minute(0), { system: 3 }),
    ]
    expect(one.look(minute(0), ...sights).nextAt).toEqual(minute(1))
    expect(one.look(minute(1), ...sights).nextAt).toEqual(minute(5))
  })
})

it('ALR-37 an event that happens again is raised and announced anew, once an hour, and does not come and go', () => {
  const one = owner()
  const signIns = (m: number, count: number) => opens('sign_in', minute(m), { system: null, count })
  expect(one.look(minute(6), signIns(0, 7)).news).toEqual(['sign_in begun'])
  expect(one.alerts()).toMatchObject([{ begunAt: minute(0), activeSince: minute(0), rounds: 1 }])
  for (const again of [signIns(0, 7), signIns(6, 7)]) expect(one.look(minute(8), again).news).toEqual([])
  expect(one.look(minute(20), signIns(19, 8))).toEqual({ news: [], holds: ['interval'], nextAt: minute(66) })
  expect(one.alerts()).toMatchObject([{ begunAt: minute(19), raisedAt: minute(20), count: 8, rounds: 1 }])
  expect(one.look(minute(66)).news).toEqual(['sign_in begun'])
  expect(one.look(minute(60 * HOUR)).news).toEqual([])
})
