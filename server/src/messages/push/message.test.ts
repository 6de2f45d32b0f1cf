import { alertCauses } from '@kellersonne/core/messages/alerts/causes'
import { describe, expect, it } from 'vitest'
import type { Line } from '../alerts/notice-store.ts'
import { planPushes, testMessage } from './message.ts'

const NOW = new Date('2026-06-18T10:00:00Z')
const GERMAN = { language: 'de', discreet: false } as const
const ENGLISH = { language: 'en', discreet: false } as const
const alertId = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

const line = (id: number, more: Partial<Line> = {}): Line => ({
  ...{ id, alert: alertId(id), madeAt: NOW, kind: 'begun', cause: 'fault', sn: '1001', name: 'Anna' },
  ...{ timeZone: 'Europe/Berlin', begunAt: NOW, activeSince: NOW, endedAt: null, count: 1 },
  ...{ details: { code: 'relay' }, isOver: false, wasSent: false },
  ...more,
})
const contents = (plan: ReturnType<typeof planPushes>) =>
  plan.planned.map(({ message }) => JSON.parse(message.payload))

describe('a notification', () => {
  it.each([
    [
      GERMAN,
      'fault',
      'Anna (1001): Störung „Relay!“',
      'Solange sie besteht, lädt und entlädt der Speicher nicht.',
    ],
    [
      ENGLISH,
      'fault',
      'Anna (1001): fault “Relay!”',
      'While it lasts, the battery neither charges nor discharges.',
    ],
    [
      GERMAN,
      'silent',
      'Anna (1001): keine Werte mehr',
      'Ob er arbeitet, wissen wir nicht. Prüfen Sie Internet und Hauptschalter.',
    ],
    [
      ENGLISH,
      'silent',
      'Anna (1001): no values any more',
      'We do not know whether it works. Check your internet connection and the main switch.',
    ],
    [
      GERMAN,
      'sign_in',
      'Anmeldung von einem neuen Gerät',
      'Waren Sie das nicht, legen Sie sofort ein neues Passwort fest.',
    ],
  ] as const)(
    'ALR-17 states in the owner’s language what it is about: %j %s',
    (reader, cause, title, body) => {
      expect(contents(planPushes([line(1, { cause })], reader, NOW))).toMatchObject([{ title, body }])
    },
  )

  it('ALR-36 says how strong a storm will be and when, and is none once it is over', () => {
    const ends = '2026-06-18T18:00:00.000Z'
    const storm = {
      gust: 28,
      gust_at: NOW.toISOString(),
      begins_at: NOW.toISOString(),
      ends_at: ends,
      soc: 63,
    }
    const waiting = [line(1, { cause: 'storm', details: { storm } })]
    expect(contents(planPushes(waiting, GERMAN, NOW))).toMatchObject([
      {
        title: 'Anna (1001): Sturm vorhergesagt',
        body: 'Böen bis 101 km/h, von 18. Juni 2026 um 12:00 MESZ bis 20:00 MESZ. Das Stromnetz kann ausfallen. Zu Beginn ist der Speicher voraussichtlich zu 63 % geladen. Das ist eine Vorhersage und keine amtliche Warnung.',
        path: '/dashboard/batteries',
      },
    ])
    const unknown = [line(1, { cause: 'storm', details: { storm: { ...storm, soc: null } } })]
    const [{ body }] = contents(planPushes(unknown, ENGLISH, NOW))
    expect(body).toMatch(
      /^Gusts of up to 101 km\/h, from 18 June 2026 at 12:00.* The grid may fail\. This is a forecast/,
    )
    const before = new Date(new Date(ends).getTime() - 1)
    expect(planPushes(waiting, GERMAN, before)).toMatchObject({ over: [], old: [] })
    expect(planPushes(waiting, GERMAN, new Date(ends))).toEqual({ over: [1], old: [], planned: [] })
  })

  it('ENT-06 ALR-17 does not repeat what a unit says in its own words, whatever becomes of it', () => {
    const own = (kind: Line['kind']) =>
      line(1, { kind, cause: 'warning', details: { code: 'Gesperrt: evil.example' } })
    for (const reader of [GERMAN, ENGLISH])
      for (const kind of ['begun', 'wavering', 'ended'] as const)
        expect(JSON.stringify(planPushes([own(kind)], reader, NOW))).not.toMatch(/evil|Gesperrt/)
    expect(contents(planPushes([own('begun')], GERMAN, NOW))).toMatchObject([
      {
        title: 'Anna (1001): Meldung, die Kellersonne nicht kennt',
        body: 'Den Wortlaut und was Sie tun können, finden Sie im Portal.',
      },
    ])
    expect(contents(planPushes([own('begun')], ENGLISH, NOW))).toMatchObject([
      {
        title: 'Anna (1001): message that Kellersonne does not know',
        body: 'The portal has its wording, and what you can do.',
      },
    ])
  })

  it('ALR-20 leaves out what it is about, for several alerts as for one', () => {
    for (const [language, body] of [
      ['de', 'Etwas an Ihrer Anlage'],
      ['en', 'Something at your system'],
    ] as const)
      for (const lines of [[line(1)], [line(1), line(2)]]) {
        const shown = contents(planPushes(lines, { language, discreet: true }, NOW))
        expect(shown).toMatchObject([{ title: 'Kellersonne', body }])
      }
    expect(testMessage({ language: 'de', discreet: true }).payload).toContain('Etwas an Ihrer Anlage')
  })

  it('ALR-18 contains the latest notice of each alert, none that is over, and none older than a day', () => {
    const old = new Date(NOW.getTime() - 25 * 3_600_000)
    const lines = [
      line(1),
      line(2, { alert: alertId(1), kind: 'wavering' }),
      line(3, { isOver: true }),
      line(4, { madeAt: old }),
    ]
    const plan = planPushes(lines, GERMAN, NOW)
    expect([plan.over, plan.old, plan.planned.map(({ notices }) => notices)]).toEqual([[3], [4], [[1, 2]]])
    expect(contents(plan)[0].body).toMatch(/^Kommt und geht/)
  })

  it('ALR-18 is one for more than three', () => {
    const three = [1, 2, 3].map((i) => line(i))
    expect(planPushes(three, GERMAN, NOW).planned).toHaveLength(3)
    const four = planPushes([...three, line(4, { cause: 'warning' })], GERMAN, NOW)
    expect(four.planned).toMatchObject([
      { message: { topic: 'alerts', urgency: 'high', ttl: 86_400 }, notices: [1, 2, 3, 4] },
    ])
  })

  it('ALR-37 is one for all sign-ins, with their number', () => {
    const signIns = [1, 2, 3, 4].map((i) => line(i, { cause: 'sign_in', sn: null, count: i === 2 ? 7 : 1 }))
    const plan = planPushes([...signIns, line(5, { ...signIns[1], id: 5, count: 7 })], ENGLISH, NOW)
    expect(plan.planned.map(({ notices }) => notices)).toEqual([[1, 2, 3, 4, 5]])
    expect(contents(plan)).toMatchObject([{ title: '10 sign-ins from new devices' }])
  })

  it('ALR-18 is shorter than three kilobytes, and its topic is one, whatever the owner calls a system', () => {
    const names = ['😀'.repeat(2000), '\u0000"\\\r\n'.repeat(500), '\ud800'.repeat(2000), '', '/../?#']
    for (const name of names)
      for (const cause of alertCauses)
        for (const n of [1, 6]) {
          const lines = Array.from({ length: n }, (_, i) => line(i, { name, cause, details: { code: name } }))
          for (const { message } of planPushes(lines, GERMAN, NOW).planned) {
            expect(Buffer.byteLength(message.payload)).toBeLessThan(3000)
            expect(message.topic).toMatch(/^[\w-]{1,32}$/)
          }
        }
  })
})
