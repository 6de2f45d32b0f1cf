import { listUpdates, type Receipt } from '@kellersonne/contract/firmware/updates'
import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import { isSerialNumber, type SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'

/** Updates of a system, newest first; `total`: on all pages. */
type UpdatePage = { readonly total: number; readonly updates: readonly Receipt[] }

const pages = createQueries((key: string): Promise<UpdatePage> => {
  const [sn = '', page] = key.split(' ')
  if (!isSerialNumber(sn)) return Promise.reject(new ApiError('not_found'))
  return call(listUpdates, { query: { sn, page } })
})

/** A page of a system's updates, from 1. */
export const updatePage = (sn: SerialNumber, page: number) => pages(`${sn} ${page}`)

/** The update's status as a key that changes only with it, not with each percent. */
const statusKey = ({ isNew, isStarted, isWaiting, percent, chips }: UpdateStatus) =>
  [isNew, isStarted, isWaiting, percent < 0, ...chips.map(({ chip, pending }) => `${chip} ${pending}`)].join(
    ', ',
  )

/**
 * A page of a system's updates, from 1; refreshed whenever the status of its update changes. `shown` stays the
 * previous page of the same system until this one has loaded.
 */
export function usePastUpdates(sn: SerialNumber, page: number, status: UpdateStatus) {
  const wanted = updatePage(sn, page)
  const { value, fault } = wanted.use()
  const key = statusKey(status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the status changes
  useEffect(() => {
    if (wanted.current() !== null) void wanted.refresh()
  }, [wanted, key])
  const [last, keep] = useState({ sn, value })
  if (last.sn !== sn || (value !== null && value !== last.value)) keep({ sn, value })
  return { shown: value ?? (last.sn === sn ? last.value : null), fault, retry: wanted.refresh }
}
