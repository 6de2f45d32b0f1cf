import type { User } from '@kellersonne/contract/identity/accounts'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../platform/clock/serverClock.ts'
import { useAppState } from '../../platform/state.ts'
import { refreshUser, useUser } from '../identity/api/user.ts'
import { useLive } from '../live/api/live.ts'
import { askSystems, useSystems } from './api.ts'
import { usePolling } from './claims.ts'

type Pending = User['claims'][number]
/** A resolved claim: confirmed by its unit's switch, or expired. */
export type SettledClaim = { readonly sn: string; readonly outcome: 'confirmed' | 'lapsed' }
const none: readonly Pending[] = []
const noHandovers: User['handovers'] = []

const needsSwitch = ({ role, proven }: User['handovers'][number]) => role === 'taking' && !proven

/** Live values cover the systems at the time of their request: new ones require another request. */
function useLiveOfAll() {
  const live = useLive()
  const systems = useSystems()
  const missing =
    live.status === 'ready' && systems.some(({ sn }) => live.systems.every((one) => one.sn !== sn))
  const retry = useRef(() => {})
  useEffect(() => {
    retry.current = live.status === 'ready' ? live.retry : () => {}
  })
  useEffect(() => {
    if (missing) retry.current()
  }, [missing])
}

/** The outcome of a claim that is gone; null if its owner cancelled it. */
function outcomeOf({ sn, until }: Pending): SettledClaim | null {
  const { systems } = useAppState.getState()
  if (systems.some((system) => system.sn === sn)) return { sn, outcome: 'confirmed' }
  return serverNow() >= new Date(until) ? { sn, outcome: 'lapsed' } : null
}

/** Tracks hand-overs, and the claims waiting for their unit's switch, and reports the outcome of those it has seen. */
export function useClaims() {
  const { value: user } = useUser()
  const claims = user?.claims ?? none
  const handovers = user?.handovers ?? noHandovers
  const [settled, setSettled] = useState<readonly SettledClaim[]>([])
  const before = useRef(none)
  usePolling(claims.length > 0 || handovers.some(needsSwitch), refreshUser)
  useLiveOfAll()
  useEffect(() => {
    const gone = before.current.filter(({ sn }) => claims.every((claim) => claim.sn !== sn))
    before.current = claims
    if (gone.length === 0) return
    void askSystems().then(() =>
      setSettled((known) => [...known, ...gone.flatMap((one) => outcomeOf(one) ?? [])]),
    )
  }, [claims])
  const systems = useSystems()
  const isUnchanged = ({ sn, outcome }: SettledClaim) =>
    claims.every((claim) => claim.sn !== sn) &&
    systems.some((system) => system.sn === sn) === (outcome === 'confirmed')
  return { claims, handovers, settled: settled.filter(isUnchanged) }
}
