import { CLAIM_MS } from '@kellersonne/core/systems/claims'
import { useEffect } from 'react'

/** How often the server is asked while a claim waits. */
export const POLL_MS = 3000

/** The seconds until a claim lapses; no more than it ever has, should the clock here be wrong. */
export function secondsLeft(until: string | null, now: Date): number {
  const ms = until === null ? 0 : new Date(until).getTime() - now.getTime()
  return Math.ceil(Math.min(CLAIM_MS, Math.max(0, ms)) / 1000)
}

/** Asks again and again while a claim waits. */
export function usePolling(waiting: boolean, ask: () => Promise<void>) {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void ask(), POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, ask])
}
