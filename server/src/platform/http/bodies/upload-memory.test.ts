import { describe, expect, it } from 'vitest'
import { openUploadMemory, type Reservation } from './upload-memory.ts'

const MEGABYTE = 1024 * 1024
const PICTURE = { field: 'picture', maxBytes: 5 * MEGABYTE }
const FILE = { field: 'file', maxBytes: 10 * MEGABYTE }
/** With so many of 5 MiB there is room for one more, and for none that is larger. */
const FIT = 3

function opened() {
  let ms = 0
  const memory = openUploadMemory(() => new Date(ms))
  const begin = (owner: string, megabytes: number, kind = PICTURE): Reservation => {
    const upload = memory.reserve(owner, kind)
    upload.arrived(megabytes * MEGABYTE)
    return upload
  }
  return {
    begin,
    fill: () => Array.from({ length: FIT }, (_, i) => begin(`owner ${i}`, 5)),
    wait: (seconds: number) => {
      ms += 1000 * seconds
    },
  }
}
const isEnded = ({ signal }: Reservation) => signal.aborted

describe('the memory of uploads', () => {
  it('SET-05 F10 is for one upload of an owner at a time', () => {
    const { begin } = opened()
    const first = begin('anna', 1)
    expect(() => begin('anna', 1)).toThrow('too_many_attempts')
    first.release()
    expect(isEnded(begin('anna', 1))).toBe(false)
  })

  it('SET-05 F10 ends what finds no room, as long as all others go on', () => {
    const { begin, fill, wait } = opened()
    const all = fill()
    wait(60)
    for (const upload of all) upload.arrived(1)
    expect(isEnded(begin('late', 6))).toBe(true)
    expect(isEnded(begin('small', 2))).toBe(false)
    expect(all.filter(isEnded)).toEqual([])
  })

  it('SET-05 F10 ends those that have stalled, the largest first and no more than needed', () => {
    const { begin, fill, wait } = opened()
    const large = begin('large', 2)
    const [still, ...rest] = fill()
    still?.arrived(MEGABYTE / 2)
    wait(3)
    for (const upload of rest) upload.arrived(1)
    expect(isEnded(begin('honest', 5))).toBe(false)
    expect([still, large].map((upload) => upload && isEnded(upload))).toEqual([true, false])
    expect(rest.filter(isEnded)).toEqual([])
  })

  it('SET-05 F10 ends those of which a byte arrives now and then, but none on a slow line', () => {
    const { begin, fill, wait } = opened()
    const [line, ...trickling] = fill()
    for (let second = 0; second < 9; second += 1) {
      wait(1)
      line?.arrived(125_000)
      for (const upload of trickling) upload.arrived(1)
    }
    expect(isEnded(begin('honest', 5))).toBe(false)
    expect(trickling.filter(isEnded)).toHaveLength(1)
    expect(line && isEnded(line)).toBe(false)
  })

  it('SET-05 F10 does not end what is complete, and has all of its room again in the end', () => {
    const { begin, fill, wait } = opened()
    const all = fill()
    for (const upload of all) upload.complete()
    wait(60)
    expect(isEnded(begin('late', 6))).toBe(true)
    for (const upload of all) upload.release()
    expect(fill().filter(isEnded)).toEqual([])
  })

  it('SET-05 F10 is apart for each kind: files of imports take none of that of pictures', () => {
    const { begin } = opened()
    for (let i = 0; i < 20; i += 1) begin(`owner ${i}`, 10, FILE).complete()
    expect(isEnded(begin('late', 10, FILE))).toBe(true)
    expect(isEnded(begin('anna', 5))).toBe(false)
  })
})
