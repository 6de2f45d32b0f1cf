import { QUIET_MS, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { isEntered, recordOf } from '@kellersonne/core/firmware/wizard/view'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { holdUnsaved } from '../../../../platform/program/unsaved.ts'
import { onUpdateElsewhere, rememberUpdate, updateOf } from '../../api/updates.ts'
import type { Tell } from './useMachine.ts'

/** UPD-16: this browser's record, and what its other tabs make of it. */
function useRecord(wizard: Wizard, sns: readonly SerialNumber[]) {
  const record = recordOf(wizard)
  const isOpen = wizard.stage.at !== 'opening' && wizard.stage.at !== 'signedOut'
  const kept = record && `${record.sn} ${record.updateStarted}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `kept` is what the record says
  useEffect(() => {
    if (isOpen) rememberUpdate(record)
  }, [isOpen, kept])
  useEffect(
    () =>
      onUpdateElsewhere(() => {
        for (const sn of sns) void updateOf(sn).refresh()
      }),
    [sns],
  )
}

/** UPD-04 */
function useQuiet({ stage }: Wizard, tell: Tell) {
  const progress = stage.at === 'running' ? stage.progress : null
  useEffect(() => {
    if (!progress) return
    const timer = setTimeout(() => tell({ kind: 'quiet' }), QUIET_MS)
    return () => clearTimeout(timer)
  }, [progress, tell])
}

/** SHL-06: a new version waits with its reload. */
function useHold(wizard: Wizard) {
  const holds = isEntered(wizard)
  useEffect(() => (holds ? holdUnsaved() : undefined), [holds])
}

/** A system that is no longer in the list, removed in another tab or on another device, is lost. */
function useLost({ known }: Wizard, sns: readonly SerialNumber[], tell: Tell) {
  useEffect(() => {
    for (const sn of known.keys()) if (!sns.includes(sn)) tell({ kind: 'lost', sn })
  }, [known, sns, tell])
}

/** What the main service knows is read anew wherever the wizard goes. */
function useReread({ stage }: Wizard) {
  const sn = 'sn' in stage ? stage.sn : null
  const part = stage.at === 'running' ? `${stage.progress.phase} ${stage.progress.available}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is says when
  useEffect(() => {
    if (sn !== null) void updateOf(sn).refresh()
  }, [sn, stage.at, part])
}

/** Keeps the wizard in step with the clock, the owner's systems and this browser's other tabs, and those with it. */
export function useInStep(wizard: Wizard, sns: readonly SerialNumber[], tell: Tell) {
  useRecord(wizard, sns)
  useQuiet(wizard, tell)
  useReread(wizard)
  useLost(wizard, sns, tell)
  useHold(wizard)
}
