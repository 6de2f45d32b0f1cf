import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { tokenOf } from '../../../test/identity/account.tsx'
import { serverNow, setServerClock } from '../clock/serverClock.ts'
import { beginSession, endSession } from '../session.ts'
import { ApiError } from './client.ts'
import { createCopies } from './copies.ts'
import { createQueries } from './query.ts'

const as = (owner: string, stay = true) => beginSession({ access: tokenOf(owner), refresh: 'r' }, stay)
const days = z.array(z.number())
/** Copies whose keys name the day until which they may be used; `never` = none may be kept. */
const copies = createCopies('test', days, (key) =>
  key === 'never' ? null : dayAfter(dayOf(serverNow(), 'UTC'), Number(key.split(' ')[0])),
)
const keep = (key: string, answer: number[]) => copies.keep(key, Promise.resolve(answer))
const stored = (area: Storage) => Object.keys(area).filter((key) => key.startsWith('copy '))

beforeEach(() => {
  setServerClock(new Date())
  localStorage.clear()
  sessionStorage.clear()
  as('wagner')
})

describe('copies of answers', () => {
  it('SHL-10 are on the device of an owner who stays signed in, else in the tab', async () => {
    await keep('1 a', [1, 2])
    expect(copies.of('1 a')?.answer).toEqual([1, 2])
    expect([stored(localStorage).length, stored(sessionStorage).length]).toEqual([1, 0])
    as('wagner', false)
    expect([stored(localStorage).length, stored(sessionStorage).length]).toEqual([0, 0])
    await keep('1 a', [3])
    expect(copies.of('1 a')?.answer).toEqual([3])
    expect([stored(localStorage).length, stored(sessionStorage).length]).toEqual([0, 1])
  })

  it.each(['signedOut', 'elsewhere', 'ended', 'removed'] as const)(
    'AUT-09 are gone once %s',
    async (reason) => {
      await keep('1 a', [1])
      endSession(reason)
      expect(stored(localStorage)).toEqual([])
    },
  )

  it('SHL-10 never show to another owner, even where they were left behind', async () => {
    await keep('1 a', [1])
    const [name = ''] = stored(localStorage)
    const text = localStorage.getItem(name) ?? ''
    as('schmidt')
    localStorage.setItem(name, text)
    expect(copies.of('1 a')).toBeNull()
  })

  it('ENE-11 are gone once they no longer hold, nor made of what was asked before', async () => {
    const others = createCopies('other', days, () => dayAfter(dayOf(serverNow(), 'UTC')))
    await keep('1 a', [1])
    await others.keep('b', Promise.resolve([2]))
    const asked = Promise.withResolvers<number[]>()
    const kept = copies.keep('1 c', asked.promise)
    copies.expireAll()
    asked.resolve([3])
    expect(await kept).toEqual([3])
    expect([copies.of('1 a'), copies.of('1 c'), others.of('b')?.answer]).toEqual([null, null, [2]])
    await keep('1 a', [4])
    expect(copies.of('1 a')?.answer).toEqual([4])
  })

  it.each(['schmidt', null])(
    'SHL-10 are not made of what was asked for another owner: now %j',
    async (next) => {
      const asked = Promise.withResolvers<number[]>()
      const kept = copies.keep('1 total', asked.promise)
      endSession('signedOut')
      if (next !== null) as(next)
      asked.resolve([1])
      expect(await kept).toEqual([1])
      expect(stored(localStorage)).toEqual([])
    },
  )

  it('SHL-10 are kept until their last day, and make room after it', async () => {
    await keep('0 today', [1])
    await keep('1 tomorrow', [1])
    await keep('-1 yesterday', [1])
    await keep('never', [1])
    expect(stored(localStorage)).toHaveLength(2)
    setServerClock(new Date(Date.now() + 86_400_000))
    expect(copies.of('-1 yesterday')).toBeNull()
    await keep('1 a', [1])
    expect(stored(localStorage)).toHaveLength(2)
  })

  it('SHL-10 are at most a hundred: those that expire first make room; none is very long', async () => {
    for (let n = 0; n < 120; n += 1) await keep(`${n} a`, [n])
    expect(stored(localStorage)).toHaveLength(100)
    expect([copies.of('19 a'), copies.of('119 a')?.answer]).toEqual([null, [119]])
    await keep(
      '5 long',
      Array.from({ length: 70_000 }, () => 1),
    )
    expect(copies.of('5 long')).toBeNull()
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"owner":"wagner"}',
    '{"owner":"wagner","at":"2026-01-01T00:00:00Z","answer":["x"]}',
  ])('STO-02 are dropped where %j is in their place', async (text) => {
    await keep('1 a', [1])
    localStorage.setItem(stored(localStorage)[0] ?? '', text)
    expect(copies.of('1 a')).toBeNull()
  })

  it('SHL-10 do without where storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await keep('1 a', [1])
    vi.restoreAllMocks()
    expect(copies.of('1 a')).toBeNull()
  })
})

describe('a query whose answers are copied', () => {
  const at = new Date('2026-06-18T10:00:00Z')
  const answering = (...answers: (number | ApiError)[]) =>
    createQueries(
      async () => {
        const answer = answers.shift() ?? new ApiError('internal')
        if (answer instanceof ApiError) throw answer
        return answer
      },
      () => ({ value: 7, at }),
    )('key')
  const stateOf = async (query: ReturnType<typeof answering>) => {
    await query.refresh()
    return [query.current(), query.isAnswered()]
  }

  it.each(['network', 'unavailable'] as const)(
    'SHL-10 shows the copy for want of an answer: %s',
    async (code) => {
      const query = answering(new ApiError(code), 8)
      expect(await stateOf(query)).toEqual([7, false])
      expect(await stateOf(query)).toEqual([8, true])
    },
  )

  it('SHL-10 shows no copy if the server refuses, and none over what it has answered', async () => {
    expect(await stateOf(answering(new ApiError('not_found')))).toEqual([null, false])
    const query = answering(8, new ApiError('network'))
    await query.refresh()
    expect(await stateOf(query)).toEqual([8, false])
  })
})
