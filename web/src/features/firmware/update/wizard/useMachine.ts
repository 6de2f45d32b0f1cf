import { freshWizard, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { nextWizard, type WizardEvent } from '@kellersonne/core/firmware/wizard/transitions'
import { useCallback, useRef, useState } from 'react'

/** Sends an event to the wizard and returns its new state. */
export type Dispatch = (event: WizardEvent) => Wizard

/** The wizard's only state, and the only way to change it (UPD-18). */
export function useMachine(): [wizard: Wizard, dispatch: Dispatch] {
  const newest = useRef(freshWizard)
  const [wizard, show] = useState(freshWizard)
  const dispatch = useCallback((event: WizardEvent) => {
    newest.current = nextWizard(newest.current, event)
    show(newest.current)
    return newest.current
  }, [])
  return [wizard, dispatch]
}
