import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { flagNames, isOpen } from '@kellersonne/core/messages/messages'
import { describe, expect, it } from 'vitest'
import { LAST_MESSAGES } from './last-messages.ts'
import { currentDataList, fromLiveSystem, toLiveSystems } from './live.ts'

const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const ended = (code: string, began: number, over: number) => ({
  code,
  since: ago(began),
  resolvedAt: ago(over),
})
const wired = (more: Parameters<typeof liveSystem>[1]) =>
  fromLiveSystem(liveSystem(1, more), { now, zoneOffset: 120, lang: 'de' })
const listed = (more: Parameters<typeof liveSystem>[1]) =>
  Object.values(wired(more)).flatMap(({ last_messages }) => last_messages)
const read = (list: unknown) => toLiveSystems(currentDataList.parse(JSON.parse(JSON.stringify(list))))

describe('last_messages', () => {
  it('ENT-02 lists what is active first, mere states after the rest, then what is over, newest first', () => {
    const messages = [
      { code: 'ein', since: ago(1) },
      { code: 'relay', since: null },
      { code: 'i2', since: ago(90) },
      { code: 'u', since: ago(2) },
    ]
    const past = [ended('aus', 30, 20), ended('i1', 10, 5)]
    expect(listed({ messages, ended: past })).toEqual([
      { code: 'u', time: ago(2).toISOString(), resolved: null },
      { code: 'i2', time: ago(90).toISOString(), resolved: null },
      { code: 'relay', time: null, resolved: null },
      { code: 'ein', time: ago(1).toISOString(), resolved: null },
      { code: 'i1', time: ago(10).toISOString(), resolved: ago(5).toISOString() },
      { code: 'aus', time: ago(30).toISOString(), resolved: ago(20).toISOString() },
    ])
  })

  it('ENT-02 lists ten, and the flags say what else is active', () => {
    const open = flagNames.filter(isOpen).map((code, i) => ({ code, since: ago(i) }))
    expect(open.length).toBeGreaterThan(LAST_MESSAGES)
    const more = { messages: open, ended: [ended('i1', 10, 5)] }
    expect(listed(more)).toHaveLength(LAST_MESSAGES)
    const [system] = read([wired(more)])
    expect(new Set(system?.messages.map(({ code }) => code))).toEqual(new Set(open.map(({ code }) => code)))
    expect(system?.messages.at(-1)?.since).toBeNull()
    expect(system?.ended).toEqual([])
  })

  it('ENT-02 DSH-04 that are over are never active', () => {
    const [system] = read([wired({ ended: [ended('relay', 10, 5)] })])
    expect(system).toMatchObject({ messages: [], ended: [ended('relay', 10, 5)] })
  })

  it('SHL-10 of a copy from before `resolved` are active', () => {
    const [[sn, copy] = ['', undefined]] = Object.entries(wired({ messages: [{ code: 'u', since: ago(3) }] }))
    const old = { ...copy, last_messages: [{ code: 'u', time: ago(3).toISOString() }] }
    expect(read([{ [sn]: old }])).toMatchObject([{ messages: [{ code: 'u', since: ago(3) }], ended: [] }])
  })
})
