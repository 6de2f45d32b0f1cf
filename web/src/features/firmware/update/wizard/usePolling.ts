import { DATA_MS, POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import { isEndUntold } from '@kellersonne/core/firmware/wizard/view'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { answerInTime } from '../../../../platform/client/answerInTime.ts'
import { toFault } from '../../../../platform/client/client.ts'
import { askCurrentData } from '../../../live/api/live.ts'
import { askUpdateService, CookieBarred, updateOf } from '../../api/updates.ts'
import type { Tell } from './useMachine.ts'

/** What a question to the update service that came to nothing means. */
function tellFault(cause: unknown, sn: SerialNumber, tell: Tell) {
  const { code, status } = toFault(cause)
  if (cause instanceof CookieBarred) tell({ kind: 'barred' })
  else if (status === 401) tell({ kind: 'signedOut' })
  else if (code === 'not_found') tell({ kind: 'lost', sn })
  // Asked too often, it is asked again in three seconds.
  else if (code !== 'too_many_attempts') tell({ kind: 'away' })
}

/** Asks the update service once. */
export async function poll(sn: SerialNumber, tell: Tell, signal: AbortSignal) {
  try {
    const wizard = tell({ kind: 'polled', sn, status: await askUpdateService(sn, signal) })
    if (isEndUntold(wizard)) await updateOf(sn).refresh()
  } catch (cause) {
    if (!signal.aborted) tellFault(cause, sn, tell)
  }
}

/** Does work at once and every `ms`, unless the time before is still under way. */
function every(ms: number, work: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  let busy = false
  const turn = async () => {
    if (busy) return
    busy = true
    await work(stop.signal)
    busy = false
  }
  const timer = setInterval(() => void turn(), ms)
  void turn()
  return () => {
    clearInterval(timer)
    stop.abort()
  }
}

/** Asks the update service about a system again and again, as long as one is named (UPD-15). */
export function useUpdatePolling(sn: SerialNumber | null, tell: Tell) {
  useEffect(() => {
    if (sn === null) return
    return every(POLL_MS, (signal) => poll(sn, tell, signal))
  }, [sn, tell])
}

/** Current data, and what is known of the systems' updates, every 30 s (UPD-15). */
export function useDataPolling(sns: readonly SerialNumber[], tell: Tell) {
  const all = sns.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` says which they are
  useEffect(() => {
    return every(DATA_MS, async (signal) => {
      try {
        await answerInTime(askCurrentData, signal)
        for (const sn of sns) void updateOf(sn).refresh()
      } catch (cause) {
        if (!signal.aborted && toFault(cause).status === 401) tell({ kind: 'signedOut' })
      }
    })
  }, [all, tell])
}
