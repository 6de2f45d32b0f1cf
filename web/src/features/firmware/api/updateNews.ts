import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { stored } from '../../../platform/stored.ts'

type Systems = readonly SerialNumber[]

/** How long the browser may take to show one tab what another has stored. */
const SHOWN_MS = 500

/**
 * What of `now` is news (SHL-03), and what is known from here on. `before` is this page's list until now, null
 * before its first; `known` is what the pages of this browser have had together.
 */
export function newsOf(before: Systems | null, now: Systems, known: Systems) {
  if (before === null) return { news: [], known: now }
  const left = known.filter((sn) => now.includes(sn) || !before.includes(sn))
  const news = now.filter((sn) => !before.includes(sn) && !left.includes(sn))
  return { news, known: [...left, ...now.filter((sn) => !left.includes(sn))] }
}

/** One tab after another, where the browser can, each seeing what the one before has stored. */
async function inTurn(work: () => void) {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('updates', async () => {
    work()
    await new Promise((resolve) => setTimeout(resolve, SHOWN_MS))
  })
}

/** Tells the systems that have an update now, of which no tab has told before. */
export async function tellNews(before: Systems | null, now: Systems, tell: (news: Systems) => void) {
  await inTurn(() => {
    const { news, known } = newsOf(before, now, stored.knownUpdates.get() ?? [])
    stored.knownUpdates.set([...known])
    if (news.length > 0) tell(news)
  })
}
