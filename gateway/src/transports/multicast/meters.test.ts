import { expect, it } from 'vitest'
import { openMeters } from './meters.ts'

const START = Date.UTC(2026, 10, 27)
const TTL_S = 10
/** The longest silence after which a meter that no settings name is still remembered, s. */
const REMEMBERED_S = TTL_S + 180

/** Meters by a clock that each step moves; `says` is who speaks, `counts` who counts then. */
function meters(given: string | null = null) {
  let now = START
  const heard = openMeters(given, TTL_S, () => now)
  return {
    says(...serials: string[]) {
      for (const serial of serials) heard.hear({ serial, values: new Map(), counters: new Map() })
    },
    later(seconds: number) {
      now += 1000 * seconds
    },
    counts: () => [...heard.remembered().keys()],
    ages: () => [...heard.remembered().values()].map(({ at }) => (now - at) / 1000),
  }
}

it('GWY-04 forgets the meter that came first once it has been silent, and goes on with the one that speaks', () => {
  const { says, later, counts } = meters()
  says('666')
  for (let s = 5; s <= REMEMBERED_S; s += 5) {
    later(5)
    says('77')
    expect(counts()).toEqual(['666', '77'])
  }
  later(1)
  expect(counts()).toEqual(['77'])
})

it('GWY-04 remembers two meters as long as both speak, and a second one no longer than its values count', () => {
  const { says, later, counts } = meters()
  for (let s = 0; s < 86_400; s += 10) {
    says('77', '78')
    expect(counts()).toEqual(['77', '78'])
    later(10)
  }
  says('77')
  later(1)
  expect(counts()).toEqual(['77'])
})

it('GWY-04 keeps a meter through a silence as of a restart, and forgets it when another has taken its place', () => {
  const { says, later, counts, ages } = meters()
  says('77')
  later(REMEMBERED_S)
  expect([counts(), ages()]).toEqual([['77'], [REMEMBERED_S]])
  says('77')
  later(86_400)
  says('78')
  expect(counts()).toEqual(['78'])
})

it('GWY-04 takes the meter that the settings name, whoever else speaks, and however long it was silent', () => {
  const { says, later, counts } = meters('77')
  says('78')
  expect(counts()).toEqual([])
  says('77')
  later(30 * 86_400)
  says('78')
  expect(counts()).toEqual([])
  says('77', '78')
  expect(counts()).toEqual(['77'])
})

it('GWY-06 remembers five of any number of meters, and finds the true one when the others have gone', () => {
  const { says, later, counts } = meters()
  for (let serial = 1; serial <= 1000; serial += 1) says(String(serial))
  says('3001234567')
  expect(counts()).toEqual(['1', '2', '3', '4', '5'])
  later(TTL_S + 1)
  expect(counts()).toEqual(['1'])
  says('3001234567')
  later(REMEMBERED_S - TTL_S)
  says('3001234567')
  expect(counts()).toEqual(['3001234567'])
})

it('GWY-06 remembers a meter that was heard while the clock was ahead as if it had been heard now', () => {
  const { says, later, ages } = meters()
  says('77')
  later(-4 * 365 * 86_400)
  expect(ages()).toEqual([0])
  later(REMEMBERED_S + 1)
  expect(ages()).toEqual([])
})
