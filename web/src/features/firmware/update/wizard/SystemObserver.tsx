import type { LiveSystem } from '@kellersonne/core/live/live'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { updatePage } from '../../api/pastUpdates.ts'
import { systemUpdateOf, updateOf } from '../../api/updates.ts'
import type { Dispatch } from './useMachine.ts'
import { poll } from './usePolling.ts'

type Props = {
  system: LiveSystem
  /** True if every report of the system matters, not only those about its update. */
  closely: boolean
  dispatch: Dispatch
  /** Called once the data have loaded or failed to load. */
  settled: (sn: SerialNumber, answer: 'known' | 'unknown') => void
}

/** Keeps the wizard informed of a system's update; refreshes whenever the system reports. */
export function SystemObserver({ system, closely, dispatch, settled }: Props) {
  const { sn } = system
  const { value, fault } = updateOf(sn).use()
  const asked = value !== null || fault !== null

  const report = closely ? system : JSON.stringify(system.update)
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the system reports
  useEffect(() => {
    if (asked) void updateOf(sn).refresh()
  }, [sn, report])

  useEffect(() => {
    if (!value) return
    dispatch({ kind: 'reported', sn, update: systemUpdateOf(value) })
    settled(sn, 'known')
  }, [value, sn, dispatch, settled])

  const newest = value?.last && `${value.last.id} ${value.last.outcome}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes the list when there is a newer update
  useEffect(() => {
    const first = updatePage(sn, 1)
    if (first.current() !== null) void first.refresh()
  }, [sn, newest])

  useEffect(() => {
    if (!fault) return
    if (fault.status === 401) dispatch({ kind: 'signedOut' })
    if (fault.code === 'not_found') dispatch({ kind: 'lost', sn })
    settled(sn, 'unknown')
  }, [fault, sn, dispatch, settled])

  const known = value !== null
  useEffect(() => {
    if (!known) return
    const stop = new AbortController()
    void poll(sn, dispatch, stop.signal)
    return () => stop.abort()
  }, [known, sn, dispatch])

  return null
}
