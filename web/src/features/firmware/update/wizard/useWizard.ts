import { isPolling, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import { useCallback, useEffect, useState } from 'react'
import { toFault } from '../../../../platform/client/client.ts'
import { useLocation } from '../../../../platform/router/context.tsx'
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
function useOpening(sns: readonly SerialNumber[], dispatch: Dispatch) {
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
    if (isSettled && !isFailed) dispatch({ kind: 'opened', record: rememberedUpdate() })
  }, [isSettled, isFailed, dispatch])
  return { settled, unknown, isFailed }
}

/** Links in the bell and the toast name a system: it is chosen if possible. */
function useNamed({ stage }: Wizard, dispatch: Dispatch) {
  const { search, key } = useLocation()
  const isOpen = stage.at !== 'opening'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes each time a link is followed
  useEffect(() => {
    const sn = serialNumber(new URLSearchParams(search).get('sn') ?? '')
    if (isOpen && sn !== null) dispatch({ kind: 'chosen', sn })
  }, [isOpen, search, key, dispatch])
}

/** The wizard, synchronized with the server, this browser's other tabs and the clock, with its actions. */
export function useWizard(sns: readonly SerialNumber[]) {
  const [wizard, dispatch] = useMachine()
  const attempt = useRateLimitedSubmit()
  const { stage } = wizard
  useWizardSync(wizard, sns, dispatch)
  useUpdatePolling(isPolling(wizard) && 'sn' in stage ? stage.sn : null, dispatch)
  useDataPolling(sns, dispatch)
  const opening = useOpening(sns, dispatch)
  useNamed(wizard, dispatch)

  async function begin(agreement: Agreement) {
    if ((attempt.retryAfterSeconds ?? 0) > 0) return
    if (dispatch({ kind: 'confirm' }).stage.at !== 'starting') return
    await attempt.attempt(async () => {
      try {
        dispatch({ kind: 'started', ...(await start(agreement)) })
      } catch (cause) {
        const isBarred = cause instanceof CookieBarred
        if (isBarred) dispatch({ kind: 'barred' })
        dispatch({ kind: toFault(cause).status === 401 && !isBarred ? 'signedOut' : 'startFailed' })
        void updateOf(agreement.sn).refresh()
        throw cause
      }
    })
  }

  async function callOff(sn: SerialNumber) {
    try {
      await cancel(sn)
      dispatch({ kind: 'cancelled' })
    } catch (cause) {
      const { code, status } = toFault(cause)
      if (status === 401) dispatch({ kind: 'signedOut' })
      else dispatch({ kind: code === 'update_started' ? 'cancelRefused' : 'cancelFailed' })
    }
  }

  /** Confirms the open dialog. */
  function confirm() {
    const after = dispatch({ kind: 'confirm' }).stage
    if (stage.at === 'interrupted') void acknowledgeOutcome(stage.sn)
    if (after.at === 'running' && after.cancelling === 'asked') void callOff(after.sn)
  }

  function finish() {
    dispatch({ kind: 'finish' })
    if (stage.at === 'finished') void acknowledgeOutcome(stage.sn)
  }

  return {
    ...{ wizard, dispatch, attempt, opening, begin, confirm, finish },
    choose: (sn: SerialNumber) => void dispatch({ kind: 'chosen', sn }),
    setOff: (off: boolean) => void dispatch({ kind: 'off', off }),
    wish: (kind: Wish) => void dispatch({ kind }),
  }
}
export type UpdateWizard = ReturnType<typeof useWizard>
