import { describe, expect, it } from 'vitest'
import { openKnownUnits } from './known-units.ts'

/** Known units, with a clock and notifications that the test controls. */
function remembering() {
  let [ms, listening] = [600_000, true]
  let [onNotice, onLapse] = [(_sn: string) => {}, () => {}]
  const known = openKnownUnits(
    {
      listen(_channel, notice, lapse) {
        onNotice = notice
        onLapse = lapse
        return () => {}
      },
      listening: () => listening,
    },
    () => new Date(ms),
  )
  return {
    find: known.find,
    learn: (sn: string, meanwhile = () => {}) =>
      known.learn([{ sn, secret: 'right' }], async () => {
        meanwhile()
        return [Number(sn)]
      }),
    pass(more: number) {
      ms += more
    },
    giveSecret: (sn: string) => onNotice(sn),
    lapse: () => onLapse(),
    stopListening() {
      listening = false
    },
  }
}

describe('units whose secret was right', () => {
  it('API-11 are known by it and by no other, for five minutes', async () => {
    const { find, learn, pass } = remembering()
    await learn('1001')
    expect([find('1001', 'right'), find('1001', 'wrong'), find('1002', 'right')]).toEqual([1001, null, null])
    pass(299_999)
    expect(find('1001', 'right')).toBe(1001)
    pass(1)
    expect(find('1001', 'right')).toBeNull()
  })

  it('API-11 are forgotten when they are given another, even while it is looked up', async () => {
    const { find, learn, giveSecret } = remembering()
    await learn('1001')
    await learn('1002')
    giveSecret('1001')
    expect([find('1001', 'right'), find('1002', 'right')]).toEqual([null, 1002])
    await learn('1001', () => giveSecret('1001'))
    expect(find('1001', 'right')).toBeNull()
  })

  it('API-11 are not known while, or after, notifications may have been missed', async () => {
    const { find, learn, lapse, stopListening } = remembering()
    await learn('1001')
    lapse()
    expect(find('1001', 'right')).toBeNull()
    await learn('1001', lapse)
    expect(find('1001', 'right')).toBeNull()
    await learn('1001')
    stopListening()
    expect(find('1001', 'right')).toBeNull()
  })

  it('API-11 are not known for longer because the clock was set back', async () => {
    const { find, learn, pass } = remembering()
    await learn('1001')
    pass(-1)
    expect(find('1001', 'right')).toBeNull()
  })
})
