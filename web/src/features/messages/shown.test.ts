import type { SystemEpisode } from '@kellersonne/contract/messages/messages'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import type { Message } from '@kellersonne/core/messages/messages'
import { describe, expect, it } from 'vitest'
import type { LiveMessages, MessageList } from './api.ts'
import { activeMessagesOf, currentMessage, lastMessages, updateListed } from './shown.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 5, 18, hour))
const { sn } = liveSystem(1)

const episode = (code: string, from: number | null, to: number | null = null, count = 1): SystemEpisode => ({
  sn,
  code,
  raisedAt: from === null ? null : at(from),
  resolvedAt: to === null ? null : at(to),
  count,
})
const list = (askedAt: number, ...messages: SystemEpisode[]): MessageList => ({
  total: messages.length,
  page: 1,
  messages,
  askedAt: at(askedAt),
})
const live = (receivedAt: number, ...messages: Message[]): LiveMessages => ({
  systems: [liveSystem(1, { messages })],
  receivedAt: at(receivedAt),
})
const active = (code: string, hour: number | null): Message => ({
  code,
  since: hour === null ? null : at(hour),
})
const given = (messages: ReturnType<typeof lastMessages>) =>
  messages.map(({ code, state, count }) => `${code} ${state} ${count}`)

describe('the last messages', () => {
  it('ENT-06 what is live comes at once, before its history is known', () => {
    const shown = lastMessages(null, live(9, active('i1', 7), active('ein', 1), active('relay', 6)))
    expect(given(shown)).toEqual(['relay open null', 'i1 open null'])
  })

  it('DSH-05 what is open comes first and once, what is over after it, with how often', () => {
    const shown = lastMessages(
      list(8, episode('i2', 7, null, 3), episode('ein', 6), episode('u', 4, 5)),
      live(9, active('i2', 7), active('relay', 8), active('ein', 6)),
    )
    expect(given(shown)).toEqual(['relay open null', 'i2 open 3', 'ein current 1', 'u resolved 1'])
  })

  it('DSH-05 what live values no longer bring is over, before anybody says since when', () => {
    const shown = lastMessages(list(8, episode('i2', 7), episode('ein', 6)), live(9))
    expect(given(shown)).toEqual(['i2 resolved 1', 'ein ended 1'])
    expect(shown[0]?.resolvedAt).toBeNull()
  })

  it('API-03 an old poll does not gainsay a newer list, and what both do not say is not shown as open', () => {
    expect(given(lastMessages(list(9, episode('i2', 7), episode('u', 4, 5)), live(8)))).toEqual([
      'u resolved 1',
    ])
    expect(updateListed(list(9, episode('i2', 7)), live(8))[0]?.state).toBe('open')
  })

  it('DSH-05 one that came back within its episode is open, not also resolved', () => {
    const shown = lastMessages(list(8, episode('i2', 6, 7)), live(9, active('i2', 6)))
    expect(given(shown)).toEqual(['i2 open 1'])
    expect(shown[0]?.resolvedAt).toBeNull()
  })

  it('ENT-06 an episode anew is another than the one before it', () => {
    const shown = lastMessages(list(8, episode('i2', 3, 4)), live(9, active('i2', 8)))
    expect(given(shown)).toEqual(['i2 open null', 'i2 resolved 1'])
  })

  it('ENT-06 of what began before the system was theirs, nobody learns when', () => {
    const [shown] = lastMessages(list(8, episode('i2', null)), live(9, active('i2', null)))
    expect(shown).toMatchObject({ state: 'open', raisedAt: null, hasHistory: true })
    expect(lastMessages(null, live(9, active('i2', null)))[0]).toMatchObject({
      raisedAt: null,
      hasHistory: false,
    })
  })

  it('DSH-03 nothing of a system that is not shown', () => {
    const elsewhere = { systems: [liveSystem(2)], receivedAt: at(9) }
    expect(lastMessages(list(8, episode('u', 4, 5)), elsewhere)).toEqual([])
  })
})

describe('a message that is looked at', () => {
  const [open] = activeMessagesOf('i2', live(8, active('i2', 7)).systems)

  it('ENT-06 learns from the list how often, and until when', () => {
    if (!open) throw new Error('none')
    expect(currentMessage(open, list(8, episode('i2', 7, null, 4)), live(9, active('i2', 7)))).toMatchObject({
      state: 'open',
      count: 4,
      hasHistory: true,
    })
    expect(currentMessage(open, list(10, episode('i2', 7, 9)), live(9))).toMatchObject({
      state: 'resolved',
      resolvedAt: at(9),
    })
  })

  it('ENT-06 is over at once where live values say so, and stays as it was while nobody does', () => {
    if (!open) throw new Error('none')
    expect(currentMessage(open, null, live(9)).state).toBe('resolved')
    expect(currentMessage(open, null, live(9, active('i2', 7)))).toEqual(open)
    expect(currentMessage(open, null, { systems: [], receivedAt: at(9) })).toEqual(open)
  })
})
