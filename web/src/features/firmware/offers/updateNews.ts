import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { stored } from '../../../platform/stored.ts'

type Systems = readonly SerialNumber[]

/** How long a browser may take to propagate storage changes between tabs. */
const SHOWN_MS = 500

/**
 * Which systems of `now` are new (SHL-03), and which are known from now on. `before` is this page's previous list,
 * null at first; `known` is shared by all tabs of this browser.
 */
export function newsOf(before: Systems | null, now: Systems, known: Systems) {
  if (before === null) return { news: [], known: now }
  const left = known.filter((sn) => now.includes(sn) || !before.includes(sn))
  const news = now.filter((sn) => !before.includes(sn) && !left.includes(sn))
  return { news, known: [...left, ...now.filter((sn) => !left.includes(sn))] }
}

/** Runs in one tab after another, if the browser supports locks: each sees what the previous one has stored. */
async function inTurn(work: () => void) {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('updates', async () => {
    work()
    await new Promise((resolve) => setTimeout(resolve, SHOWN_MS))
  })
}

/** Calls `announce` with the systems that have an update no tab has announced yet. */
export async function announceUpdates(
  before: Systems | null,
  now: Systems,
  announce: (news: Systems) => void,
) {
  await inTurn(() => {
    const { news, known } = newsOf(before, now, stored.knownUpdates.get() ?? [])
    stored.knownUpdates.set([...known])
    if (news.length > 0) announce(news)
  })
}
