import { expect, it } from 'vitest'
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
