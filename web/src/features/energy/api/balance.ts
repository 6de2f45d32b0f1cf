import { getBalance, toBalance } from '@kellersonne/contract/energy/balance'
import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { onCorrected } from './corrected.ts'

const MINUTE_MS = 60_000
/** Jitter, so that not all portals send their requests at once when a quarter hour or a day begins. */
const LATER_MS = Math.round(Math.random() * 5000)
const HIDDEN = 0

const balances = createQueries((sn: string) => callWithRetry(getBalance, { query: { sn } }).then(toBalance))
onCorrected(balances.expireAll)

/** Today's balance of one of the owner's systems, or of all together (DSH-08). */
export const balanceOf = (which: SerialNumber | typeof TOTAL) => balances(String(which))

/** The same, refreshed every minute while the page is visible and the server reachable (`live`). */
export function useBalance(which: SerialNumber | typeof TOTAL, live: boolean) {
  const balance = balanceOf(which)
  const minute = useNow((now) =>
    document.visibilityState === 'hidden' ? HIDDEN : Math.floor((now.getTime() - LATER_MS) / MINUTE_MS),
  )
  useEffect(() => {
    if (live && minute !== HIDDEN) void balance.refresh()
  }, [balance, live, minute])
  // After that effect, so that the first use does not send two requests.
  return balance.use()
}
