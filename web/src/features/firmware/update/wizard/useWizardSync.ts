import { QUIET_MS, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { isEntered, recordOf } from '@kellersonne/core/firmware/wizard/view'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { markUnsaved } from '../../../../platform/program/unsaved.ts'
import { onUpdateElsewhere, rememberUpdate, updateOf } from '../../api/updates.ts'
import type { Dispatch } from './useMachine.ts'

/** UPD-16: saves this browser's record and follows changes made in its other tabs. */
function useRecord(wizard: Wizard, sns: readonly SerialNumber[]) {
  const record = recordOf(wizard)
  const isOpen = wizard.stage.at !== 'opening' && wizard.stage.at !== 'signedOut'
  const recordKey = record && `${record.sn} ${record.updateStarted}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `recordKey` represents the record
  useEffect(() => {
    if (isOpen) rememberUpdate(record)
  }, [isOpen, recordKey])
  useEffect(
    () =>
      onUpdateElsewhere(() => {
        for (const sn of sns) void updateOf(sn).refresh()
      }),
    [sns],
  )
}

/** UPD-04: reports when a running update makes no progress. */
function useQuiet({ stage }: Wizard, dispatch: Dispatch) {
  const progress = stage.at === 'running' ? stage.progress : null
  useEffect(() => {
    if (!progress) return
    const timer = setTimeout(() => dispatch({ kind: 'quiet' }), QUIET_MS)
    return () => clearTimeout(timer)
  }, [progress, dispatch])
}

/** SHL-06: delays the reload for a new version. */
function useHold(wizard: Wizard) {
  const holds = isEntered(wizard)
  useEffect(() => (holds ? markUnsaved() : undefined), [holds])
}

/** A system that has disappeared from the list, removed in another tab or on another device, is lost. */
function useLost({ known }: Wizard, sns: readonly SerialNumber[], dispatch: Dispatch) {
  useEffect(() => {
    for (const sn of known.keys()) if (!sns.includes(sn)) dispatch({ kind: 'lost', sn })
  }, [known, sns, dispatch])
}

/** Refreshes the main service's data on each change of stage. */
function useReread({ stage }: Wizard) {
  const sn = 'sn' in stage ? stage.sn : null
  const part = stage.at === 'running' ? `${stage.progress.phase} ${stage.progress.available}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the stage changes
  useEffect(() => {
    if (sn !== null) void updateOf(sn).refresh()
  }, [sn, stage.at, part])
}

/** Synchronizes the wizard with the clock, the owner's systems and this browser's other tabs, in both directions. */
export function useWizardSync(wizard: Wizard, sns: readonly SerialNumber[], dispatch: Dispatch) {
  useRecord(wizard, sns)
  useQuiet(wizard, dispatch)
  useReread(wizard)
  useLost(wizard, sns, dispatch)
  useHold(wizard)
}
