import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import * as z from 'zod/mini'

/** By chip, in the order of their turns; `new_update` is true until the chip has it. */
export const updates = z.record(z.string(), z.object({ new_update: z.boolean() }))

/** API-10. `page` is 0 to 100, or -1 if the last update was interrupted. */
export const hasUpdate = z.object({
  new_update: z.boolean(),
  update_started: z.boolean(),
  /** Absent in values kept before there was one. */
  update_waiting: z._default(z.boolean(), false),
  page: z.int(),
  total_updates: z.int(),
  updates,
})
export type HasUpdate = z.output<typeof hasUpdate>

const chipsOf = ({ chips }: UpdateStatus) =>
  Object.fromEntries(chips.map(({ chip, pending }) => [chip, { new_update: pending }]))

/** Converts a status to the wire format. */
export const fromStatus = (status: UpdateStatus): HasUpdate => ({
  new_update: status.isNew,
  update_started: status.isStarted,
  update_waiting: status.isWaiting,
  page: status.percent,
  total_updates: status.chips.length,
  updates: chipsOf(status),
})

/** Converts a status from the wire format. */
export const toStatus = (wire: HasUpdate): UpdateStatus => ({
  isNew: wire.new_update,
  isStarted: wire.update_started,
  isWaiting: wire.update_waiting,
  percent: wire.page,
  chips: Object.entries(wire.updates).map(([chip, entry]) => ({ chip, pending: entry.new_update })),
})
