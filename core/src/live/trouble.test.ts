import { expect, it } from 'vitest'
import { NO_UPDATE } from '../firmware/status.ts'
import { liveSystem, now } from './test/live-system.ts'
import { troubleFirst } from './trouble.ts'

it('DSH-13 those with trouble come first, the gravest before the others, the rest in their order', () => {
  const systems = [
    liveSystem(1),
    liveSystem(2, { lastOnline: null, messages: [{ code: 'relay', since: null }] }),
    liveSystem(3, { messages: [{ code: 'i', since: null }] }),
    liveSystem(4),
    liveSystem(5, { messages: [{ code: 'ein', since: null }] }),
    liveSystem(6, {
      messages: [
        { code: 'i', since: null },
        { code: 'relay', since: null },
      ],
    }),
  ]
  expect(troubleFirst(systems, now).map(({ system, trouble }) => [system.phase, trouble])).toEqual([
    [6, 'danger'],
    [3, 'warn'],
    [2, 'silent'],
    [1, null],
    [4, null],
    [5, null],
  ])
})

it('DSH-13 V16 being offline for an update is no trouble', () => {
  const update = { ...NO_UPDATE, isNew: true }
  const systems = [
    liveSystem(1, { online: false, update: { ...update, isStarted: true } }),
    liveSystem(2, { online: false, status: 'off', update: { ...update, isWaiting: true } }),
    liveSystem(3, { online: false, update }),
  ]
  expect(troubleFirst(systems, now).map(({ system, trouble }) => [system.phase, trouble])).toEqual([
    [3, 'silent'],
    [1, null],
    [2, null],
  ])
})
