import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

const BOUNDS = { atOnce: 2, each: 2, all: 3, retryAfter: 2 }

/** Turns, each of which lasts until the test ends it. */
function line(bounds: Partial<Parameters<typeof openFairQueue>[0]> = {}) {
  const begun: { owner: string; party: string | undefined; done: PromiseWithResolvers<string> }[] = []
  type Ask = Parameters<Parameters<ReturnType<typeof openFairQueue>['inTurn']>[0]>[0]
  const handler = openFairQueue({ ...BOUNDS, ...bounds }).inTurn(({ caller: { owner, party } }: Ask) => {
    const done = Promise.withResolvers<string>()
    begun.push({ owner, party, done })
    return done.promise
  })
  return {
    async owners() {
      await turn()
      return begun.map(({ owner }) => owner)
    },
    /** Makes a call; `raw` is the stream its response is sent on. */
    ask(owner: string, party?: string) {
      const raw = new PassThrough()
      const answer = handler({ caller: { owner, party }, reply: { raw } })
      answer.catch(() => undefined)
      return { raw, answer }
    },
    /** Completes the call begun as the `i`th and sends its response. */
    async finish(i: number, raw: PassThrough) {
      await turn()
      begun[i]?.done.resolve('done')
      await turn()
      raw.destroy()
      await turn()
    },
    /** Returns the parties whose turn has begun. */
    begun: () => begun.map(({ party }) => party),
    fail: (i: number) => begun[i]?.done.reject(new Error('broken')),
  }
}

describe('turns', () => {
  it('CHT-08 F14 are one at a time for an owner, and for others meanwhile', async () => {
    const { ask, owners, finish } = line()
    const [first, second, other] = [ask('anna'), ask('anna'), ask('bert')]
    expect(await owners()).toEqual(['anna', 'bert'])
    await finish(0, first.raw)
    expect(await owners()).toEqual(['anna', 'bert', 'anna'])
    await finish(2, second.raw)
    await finish(1, other.raw)
    expect(await Promise.all([first.answer, second.answer, other.answer])).toEqual(Array(3).fill('done'))
  })

  it('CHT-08 F14 are for a few at once, and each owner in turn', async () => {
    const { ask, owners, finish } = line()
    const first = ask('anna')
    ask('bert')
    ask('anna')
    ask('anna')
    ask('cora')
    await finish(0, first.raw)
    expect(await owners()).toEqual(['anna', 'bert', 'cora'])
  })

  it('CHT-08 F14 come when the answer before has been taken, and let others work by then', async () => {
    const { ask, owners, finish } = line({ atOnce: 1 })
    const first = ask('anna')
    ask('anna')
    const other = ask('bert')
    const unread = new PassThrough()
    await finish(0, unread)
    expect(await owners()).toEqual(['anna', 'bert'])
    await finish(1, other.raw)
    expect(await owners()).toEqual(['anna', 'bert'])
    first.raw.destroy()
    await turn()
    expect(await owners()).toEqual(['anna', 'bert', 'anna'])
  })

  it('AUT-13 end with the work, where an answer that nobody takes keeps none of its owner waiting', async () => {
    const { ask, owners, finish } = line({ atOnce: 1, untilMade: true })
    ask('anna')
    ask('anna')
    await finish(0, new PassThrough())
    expect(await owners()).toEqual(['anna', 'anna'])
  })

  it('AUT-13 come to the parties of an owner one after the other', async () => {
    const { ask, finish, begun } = line({ atOnce: 1, each: 9, all: 9, untilMade: true })
    for (const party of ['loud', 'loud', 'loud', 'calm', 'loud', 'late']) ask('anna', party)
    for (let i = 0; i < 6; i++) await finish(i, new PassThrough())
    expect(begun()).toEqual(['loud', 'loud', 'calm', 'late', 'loud', 'loud'])
  })

  it('AUT-13 in a full line come to a new party of an owner, in place of the last of the one with most', async () => {
    const { ask, finish, begun } = line({ each: 3, untilMade: true })
    const [, , first, second] = ['loud', 'loud', 'loud', 'calm'].map((party) => ask('anna', party))
    const late = ask('anna', 'late')
    await expect(first?.answer).rejects.toMatchObject({
      code: 'too_many_attempts',
      detail: { retryAfter: 2 },
    })
    await expect(ask('anna', 'loud').answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    // Each waiting call belongs to a different party.
    await expect(ask('anna', 'later').answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    first?.raw.destroy()
    for (let i = 0; i < 4; i++) await finish(i, new PassThrough())
    expect(begun()).toEqual(['loud', 'loud', 'calm', 'late'])
    expect(await Promise.all([second?.answer, late.answer])).toEqual(['done', 'done'])
  })

  it('CHT-08 F14 are waited for in a line that is so long and no longer', async () => {
    const { ask } = line()
    for (let i = 0; i < 3; i++) ask('anna')
    await expect(ask('anna').answer).rejects.toMatchObject({
      code: 'too_many_attempts',
      detail: { retryAfter: 2 },
    })
    for (let i = 0; i < 2; i++) ask('bert')
    await expect(ask('bert').answer).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 2 } })
  })

  it('AUT-13 CHT-08 in a full line, who has most waiting gives one up for who has less', async () => {
    const { ask, owners, finish } = line({ all: 2 })
    const [first, , last, other] = [ask('anna'), ask('anna'), ask('anna'), ask('bert')]
    const newcomer = ask('cora')
    await expect(last.answer).rejects.toMatchObject({ code: 'too_many_attempts', detail: { retryAfter: 2 } })
    await expect(ask('dora').answer).rejects.toMatchObject({ code: 'unavailable' })
    await finish(0, first.raw)
    await finish(1, other.raw)
    expect(await owners()).toEqual(['anna', 'bert', 'cora', 'anna'])
    newcomer.raw.destroy()
  })

  it('AUT-13 who has fewer demerits comes first, and takes the place of who has more', async () => {
    const demerits = new Map([
      ['guesser', 3],
      ['typist', 1],
    ])
    const { ask, owners, finish } = line({ atOnce: 1, all: 2, demerits: (owner) => demerits.get(owner) ?? 0 })
    const first = ask('first')
    const [guesser, typist] = [ask('guesser'), ask('typist')]
    await expect(ask('guesser').answer).rejects.toMatchObject({ code: 'unavailable' })
    ask('newcomer')
    await expect(guesser.answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    await finish(0, first.raw)
    expect(await owners()).toEqual(['first', 'newcomer'])
    typist.raw.destroy()
  })

  it('API-13 are for several of one owner at once where that is declared', async () => {
    const { ask, owners, finish } = line({ atOnce: 10, ofOne: 2 })
    const first = ask('anna')
    ask('anna')
    ask('anna')
    ask('bert')
    expect(await owners()).toEqual(['anna', 'anna', 'bert'])
    await finish(0, first.raw)
    expect(await owners()).toEqual(['anna', 'anna', 'bert', 'anna'])
  })

  it('SET-06 F14 are refused at once where nobody waits', async () => {
    const { ask, owners } = line({ atOnce: 1, each: 0, all: 0 })
    ask('anna')
    await expect(ask('anna').answer).rejects.toMatchObject({ code: 'too_many_attempts' })
    await expect(ask('bert').answer).rejects.toMatchObject({ code: 'unavailable' })
    expect(await owners()).toEqual(['anna'])
  })

  it('CHT-08 F14 have none who have gone away', async () => {
    const { ask, owners, finish } = line()
    const first = ask('anna')
    const gone = ask('anna')
    for (const { raw } of [gone, ask('anna')]) raw.destroy()
    await turn()
    const next = ask('anna')
    await finish(0, first.raw)
    expect(await owners()).toEqual(['anna', 'anna'])
    await finish(1, next.raw)
    expect(await next.answer).toBe('done')
    await expect(gone.answer).rejects.toMatchObject({ code: 'too_many_attempts' })
  })

  it('CHT-08 F14 come after one that broke, and one whose caller left while it was made', async () => {
    const { ask, owners, finish, fail } = line({ atOnce: 1 })
    const broken = ask('anna')
    const left = ask('anna')
    const last = ask('anna')
    await turn()
    fail(0)
    await expect(broken.answer).rejects.toThrow('broken')
    broken.raw.destroy()
    await turn()
    left.raw.destroy()
    await turn()
    expect(await owners()).toEqual(['anna', 'anna'])
    await finish(1, left.raw)
    expect(await owners()).toEqual(['anna', 'anna', 'anna'])
    await finish(2, last.raw)
    ask('bert')
    expect(await owners()).toEqual(['anna', 'anna', 'anna', 'bert'])
  })
})

describe('a turn', () => {
  const reply = () => ({ raw: new PassThrough() })
  const queue = () => openFairQueue({ atOnce: 1, each: 9, all: 9, retryAfter: 1, untilMade: true })

  it('API-14 F14 is given up while its call waits for a third party, and taken again afterwards', async () => {
    const { run } = queue()
    const [party, work] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    const done: string[] = []
    const waits = run({ caller: { owner: 'anna' }, reply: reply() }, async (aside) => {
      done.push(await aside(() => party.promise))
    })
    const works = run({ caller: { owner: 'anna' }, reply: reply() }, async () => {
      await work.promise
      done.push('another')
    })
    party.resolve('third')
    await turn()
    expect(done).toEqual([])
    work.resolve()
    await Promise.all([waits, works])
    expect(done).toEqual(['another', 'third'])
  })

  it('API-14 F14 is not given up twice where the third party fails', async () => {
    const { run } = queue()
    const call = { caller: { owner: 'anna' }, reply: reply() }
    const failing = run(call, (aside) => aside(() => Promise.reject(new Error('away'))))
    await expect(failing).rejects.toThrow('away')
    const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    const calls = works.map(({ promise }) =>
      run({ ...call, reply: reply() }, () => {
        begun += 1
        return promise
      }),
    )
    await turn()
    expect(begun).toBe(1)
    for (const { resolve } of works) resolve()
    await Promise.all(calls)
  })
})
