import { DATA_MS, POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import { isOutcomeUnknown } from '@kellersonne/core/firmware/wizard/view'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { toFault } from '../../../../platform/client/client.ts'
import { withTimeout } from '../../../../platform/client/withTimeout.ts'
import { askCurrentData } from '../../../live/api/live.ts'
import { askUpdateService, CookieBarred, updateOf } from '../../api/updates.ts'
import type { Dispatch } from './useMachine.ts'

/** Translates a failed request to the update service into an event. */
function dispatchFault(cause: unknown, sn: SerialNumber, dispatch: Dispatch) {
  const { code, status } = toFault(cause)
  if (cause instanceof CookieBarred) dispatch({ kind: 'barred' })
  else if (status === 401) dispatch({ kind: 'signedOut' })
  else if (code === 'not_found') dispatch({ kind: 'lost', sn })
  // After too many attempts it is retried in three seconds.
  else if (code !== 'too_many_attempts') dispatch({ kind: 'away' })
}

/** Polls the update service once. */
export async function poll(sn: SerialNumber, dispatch: Dispatch, signal: AbortSignal) {
  try {
    const wizard = dispatch({ kind: 'polled', sn, status: await askUpdateService(sn, signal) })
    if (isOutcomeUnknown(wizard)) await updateOf(sn).refresh()
  } catch (cause) {
    if (!signal.aborted) dispatchFault(cause, sn, dispatch)
  }
}

/** Runs `work` at once and every `ms`, unless the previous run is still in progress. */
function every(ms: number, work: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  let busy = false
  const turn = async () => {
    if (busy) return
    busy = true
    try {
      await work(stop.signal)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void turn(), ms)
  void turn()
  return () => {
    clearInterval(timer)
    stop.abort()
  }
}

/** Polls the update service for a system while `sn` is set (UPD-15). */
export function useUpdatePolling(sn: SerialNumber | null, dispatch: Dispatch) {
  useEffect(() => {
    if (sn === null) return
    return every(POLL_MS, (signal) => poll(sn, dispatch, signal))
  }, [sn, dispatch])
}

/** Refreshes the current data at once, and these and the systems' update data every 30 s (UPD-15). */
export function useDataPolling(sns: readonly SerialNumber[], dispatch: Dispatch) {
  const all = sns.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` identifies the systems
  useEffect(() => {
    // On opening, each system's observer asks for its update data.
    let isDue = false
    return every(DATA_MS, async (signal) => {
      const asksUpdates = isDue
      isDue = true
      try {
        await withTimeout(askCurrentData, signal)
        if (!asksUpdates) return
        for (const sn of sns) void updateOf(sn).refresh()
      } catch (cause) {
        if (!signal.aborted && toFault(cause).status === 401) dispatch({ kind: 'signedOut' })
      }
    })
  }, [all, dispatch])
}
