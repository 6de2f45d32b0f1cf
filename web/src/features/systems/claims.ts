import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { useEffect } from 'react'

/** Polling interval while a claim is pending. */
export const POLL_MS = 3000

/** Seconds until a claim expires; limited to the full period in case the local clock is wrong. */
export function secondsLeft(until: string | null, now: Date): number {
  const ms = until === null ? 0 : new Date(until).getTime() - now.getTime()
  return Math.ceil(Math.min(CLAIM_MS, Math.max(0, ms)) / 1000)
}

/** Polls while a claim is pending. */
export function usePolling(waiting: boolean, ask: () => Promise<void>) {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void ask(), POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, ask])
}
