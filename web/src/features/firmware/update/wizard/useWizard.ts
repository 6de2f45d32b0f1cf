import { isPolling, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { toFault } from '../../../../platform/client/client.ts'
import { useRateLimitedSubmit } from '../../../../ui/forms/useRateLimitedSubmit.ts'
import {
  type Agreement,
  acknowledgeOutcome,
  CookieBarred,
  cancel,
  rememberedUpdate,
  start,
  updateOf,
} from '../../api/updates.ts'
import { type Dispatch, useMachine } from './useMachine.ts'
import { useDataPolling, useUpdatePolling } from './usePolling.ts'
import { useWizardSync } from './useWizardSync.ts'

type Wish = 'next' | 'previous' | 'start' | 'dismiss'

/** The wizard opens once the data of all systems have been requested. */
function useOpening(sns: readonly SerialNumber[], tell: Dispatch) {
  const [answers, setAnswers] = useState<ReadonlyMap<SerialNumber, 'known' | 'unknown'>>(new Map())
  const settled = useCallback(
    (sn: SerialNumber, answer: 'known' | 'unknown') =>
      setAnswers((before) => (before.get(sn) === answer ? before : new Map(before).set(sn, answer))),
    [],
  )
  const isSettled = sns.every((sn) => answers.has(sn))
  const unknown = sns.filter((sn) => answers.get(sn) === 'unknown')
  const isFailed = isSettled && unknown.length === sns.length
  useEffect(() => {
    if (isSettled && !isFailed) tell({ kind: 'opened', record: rememberedUpdate() })
  }, [isSettled, isFailed, tell])
  return { settled, unknown, isFailed }
}

/** Links in the bell and the toast name a system: it is chosen if possible. */
function useNamed({ stage }: Wizard, tell: Dispatch) {
  const { search, key } = useLocation()
  const isOpen = stage.at !== 'opening'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes each time a link is followed
  useEffect(() => {
    const sn = serialNumber(new URLSearchParams(search).get('sn') ?? '')
    if (isOpen && sn !== null) tell({ kind: 'chosen', sn })
  }, [isOpen, search, key, tell])
}

/** The wizard, synchronized with the server, this browser's other tabs and the clock, with its actions. */
export function useWizard(sns: readonly SerialNumber[]) {
  const [wizard, tell] = useMachine()
  const attempt = useRateLimitedSubmit()
  const { stage } = wizard
  useWizardSync(wizard, sns, tell)
  useUpdatePolling(isPolling(wizard) && 'sn' in stage ? stage.sn : null, tell)
  useDataPolling(sns, tell)
  const opening = useOpening(sns, tell)
  useNamed(wizard, tell)

  async function begin(agreement: Agreement) {
    if ((attempt.retryAfterSeconds ?? 0) > 0) return
    if (tell({ kind: 'confirm' }).stage.at !== 'starting') return
    await attempt.attempt(async () => {
      try {
        tell({ kind: 'started', ...(await start(agreement)) })
      } catch (cause) {
        const isBarred = cause instanceof CookieBarred
        if (isBarred) tell({ kind: 'barred' })
        tell({ kind: toFault(cause).status === 401 && !isBarred ? 'signedOut' : 'startFailed' })
        void updateOf(agreement.sn).refresh()
        throw cause
      }
    })
  }

  async function callOff(sn: SerialNumber) {
    try {
      await cancel(sn)
      tell({ kind: 'cancelled' })
    } catch (cause) {
      const { code, status } = toFault(cause)
      if (status === 401) tell({ kind: 'signedOut' })
      else tell({ kind: code === 'update_started' ? 'cancelRefused' : 'cancelFailed' })
    }
  }

  /** Confirms the open dialog. */
  function confirm() {
    const after = tell({ kind: 'confirm' }).stage
    if (stage.at === 'interrupted') void acknowledgeOutcome(stage.sn)
    if (after.at === 'running' && after.cancelling === 'asked') void callOff(after.sn)
  }

  function finish() {
    tell({ kind: 'finish' })
    if (stage.at === 'finished') void acknowledgeOutcome(stage.sn)
  }

  return {
    ...{ wizard, tell, attempt, opening, begin, confirm, finish },
    choose: (sn: SerialNumber) => void tell({ kind: 'chosen', sn }),
    setOff: (off: boolean) => void tell({ kind: 'off', off }),
    wish: (kind: Wish) => void tell({ kind }),
  }
}
export type UpdateWizard = ReturnType<typeof useWizard>
