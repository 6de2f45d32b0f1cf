import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import { expect, it } from 'vitest'
import { fromStatus, hasUpdate, toStatus } from './status.ts'

const status: UpdateStatus = {
  ...{ isNew: true, isStarted: true, isWaiting: false, percent: 42 },
  chips: [
    { chip: 'inverter', pending: false },
    { chip: 'bms', pending: true },
  ],
}

it('API-10 the state of an update is spelled as specified', () => {
  expect(fromStatus(status)).toEqual({
    ...{ new_update: true, update_started: true, update_waiting: false, page: 42, total_updates: 2 },
    updates: { inverter: { new_update: false }, bms: { new_update: true } },
  })
})

it.each<[string, UpdateStatus]>([
  ['of an update that goes on', status],
  ['of one that was interrupted', { ...status, isStarted: false, percent: -1 }],
  ['of one that waits for its unit', { ...status, isStarted: false, isWaiting: true, percent: 0 }],
  ['of none', { isNew: false, isStarted: false, isWaiting: false, percent: 0, chips: [] }],
])('API-10 UPD-09 the state %s survives the wire, its chips in their order', (_, one) => {
  expect(toStatus(hasUpdate.parse(JSON.parse(JSON.stringify(fromStatus(one)))))).toEqual(one)
})
