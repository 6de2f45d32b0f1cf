import { type CurrentDataList, currentDataList, toLiveSystems } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import * as z from 'zod/mini'
import { serverNow, setServerClock } from '../../../platform/clock/serverClock.ts'
import { sessionOwner } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'

const KEEP_MS = 30_000

const copy = z.strictObject({
  owner: z.string(),
  /** When they came, by the server's clock and by that of the device. */
  at: z.iso.datetime(),
  here: z.int(),
  systems: currentDataList,
})

type System = CurrentDataList[number]
let newest = new Map<string, System>()
let heardAt: Date | null = null
let writtenAt = Number.NEGATIVE_INFINITY

/** Keeps the newest values for the owner who stays signed in on this device, and for nobody else (SHL-10). */
export function keepLastValues() {
  const owner = sessionOwner()
  if (heardAt === null || owner === null || !stored.stayLoggedIn.get()) return
  const here = Date.now()
  const at = heardAt.toISOString()
  stored.lastValues.set(JSON.stringify({ owner, at, here, systems: [...newest.values()] }))
  writtenAt = here
}

/** Takes note of what came; `all`: of every system the owner has, else of those that changed. */
export function heardValues(list: CurrentDataList, all: boolean) {
  const before = all ? new Map<string, System>() : newest
  newest = new Map([...before, ...list.map((entry) => [Object.keys(entry).join(), entry] as const)])
  heardAt = serverNow()
  if (Math.abs(Date.now() - writtenAt) >= KEEP_MS) keepLastValues()
}

export function forgetLastValues() {
  newest = new Map()
  heardAt = null
  writtenAt = Number.NEGATIVE_INFINITY
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The last values kept for this owner; null where there are none that can be read. Sets the server's clock. */
export function lastValues(): { systems: readonly LiveSystem[]; receivedAt: Date } | null {
  const text = stored.lastValues.get()
  const read = z.safeParse(copy, text === null ? null : parsed(text))
  if (!read.success || read.data.owner !== sessionOwner()) {
    stored.lastValues.set(null)
    return null
  }
  const { at, here, systems } = read.data
  const receivedAt = new Date(at)
  setServerClock(receivedAt, here)
  return { systems: toLiveSystems(systems), receivedAt }
}
