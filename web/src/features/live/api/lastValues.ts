import { type CurrentDataList, currentDataList, toLiveSystems } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import * as z from 'zod/mini'
import { serverNow, setServerClock } from '../../../platform/clock/serverClock.ts'
import { sessionOwner } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'

const KEEP_MS = 30_000

const copy = z.strictObject({
  owner: z.string(),
  /** When they arrived, by the server's clock and by the device's. */
  at: z.iso.datetime(),
  here: z.int(),
  systems: currentDataList,
})

type System = CurrentDataList[number]
let newest = new Map<string, System>()
let receivedAt: Date | null = null
let writtenAt = Number.NEGATIVE_INFINITY

/** On the device for an owner who stays signed in there, else in the tab. */
const place = () => (stored.stayLoggedIn.get() ? stored.lastValues : stored.lastValuesOfTab)

/** Stores the latest values (SHL-10). */
export function keepLastValues() {
  const owner = sessionOwner()
  if (receivedAt === null || owner === null) return
  const here = Date.now()
  const at = receivedAt.toISOString()
  place().set(JSON.stringify({ owner, at, here, systems: [...newest.values()] }))
  writtenAt = here
}

/** Records received values; `all`: of all the owner's systems, otherwise only of those that changed. */
export function noteReceivedValues(list: CurrentDataList, all: boolean) {
  const before = all ? new Map<string, System>() : newest
  newest = new Map([...before, ...list.map((entry) => [Object.keys(entry).join(), entry] as const)])
  receivedAt = serverNow()
  if (Math.abs(Date.now() - writtenAt) >= KEEP_MS) keepLastValues()
}

export function forgetLastValues() {
  newest = new Map()
  receivedAt = null
  writtenAt = Number.NEGATIVE_INFINITY
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns this owner's last values; null if there are none or they are unreadable. Sets the server's clock. */
export function lastValues(): { systems: readonly LiveSystem[]; receivedAt: Date } | null {
  const text = place().get()
  const read = z.safeParse(copy, text === null ? null : parsed(text))
  if (!read.success || read.data.owner !== sessionOwner()) {
    place().set(null)
    return null
  }
  const { at, here, systems } = read.data
  const receivedAt = new Date(at)
  setServerClock(receivedAt, here)
  return { systems: toLiveSystems(systems), receivedAt }
}
