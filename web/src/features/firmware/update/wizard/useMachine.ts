import { freshWizard, type Wizard } from '@kellersonne/core/firmware/wizard/state'
import { nextWizard, type WizardEvent } from '@kellersonne/core/firmware/wizard/transitions'
import { useCallback, useRef, useState } from 'react'

/** Tells the wizard an event, and gives how it stands then. */
export type Tell = (event: WizardEvent) => Wizard

/** The one state of the wizard, and the one way to change it (UPD-18). */
export function useMachine(): [wizard: Wizard, tell: Tell] {
  const newest = useRef(freshWizard)
  const [wizard, show] = useState(freshWizard)
  const tell = useCallback((event: WizardEvent) => {
    newest.current = nextWizard(newest.current, event)
    show(newest.current)
    return newest.current
  }, [])
  return [wizard, tell]
}
