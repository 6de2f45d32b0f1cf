import { snOf } from '@kellersonne/core/firmware/wizard/state'
import { adviceOf, stepOf } from '@kellersonne/core/firmware/wizard/view'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import { updateOf } from '../api/updates.ts'
import type { About } from './about.ts'
import { WizardDialogs } from './dialogs/WizardDialogs.tsx'
import { Footer } from './Footer.tsx'
import { Stepper } from './parts/Stepper.tsx'
import { ChooseStep, DepartureNotice, UpToDate } from './steps/ChooseStep.tsx'
import { EndStep } from './steps/EndStep.tsx'
import { InterruptedStep, RunStep } from './steps/RunStep.tsx'
import { StartStep } from './steps/StartStep.tsx'
import layout from './steps/StepLayout.module.css'
import styles from './Wizard.module.css'
import type { UpdateWizard } from './wizard/useWizard.ts'

export type WizardProps = { view: LiveViewModel; steps: UpdateWizard }

/** On a change of step, focuses the card and scrolls to its top, unless the focus is elsewhere. */
function useTop(step: number) {
  const card = useRef<HTMLElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const { activeElement: focused, body } = document
    if (focused !== body && !card.current?.contains(focused)) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView()
  }, [step])
  return card
}

/** The card with its three steps (UPD-01). */
export function Wizard({ view, steps }: WizardProps) {
  const { t } = useTranslation('updates')
  const { wizard } = steps
  const sn = snOf(wizard)
  const system = view.systems.find((one) => one.sn === sn)
  const about = system && { system, name: view.names.get(system.sn) ?? system.sn }
  const isUpToDate = adviceOf(wizard) === 'upToDate'
  const step = stepOf(wizard)
  const top = useTop(step)
  return (
    <section className={styles.card} aria-label={t('title')} ref={top} tabIndex={-1}>
      <header className={styles.header}>
        <Stepper steps={[t('steps.choose'), t('steps.update'), t('steps.finish')]} current={step} />
      </header>
      <div className={layout.body}>
        {wizard.barred && <Notice kind="warn" text={t('barred')} />}
        {wizard.away && <Notice kind="warn" text={t('away')} />}
        {wizard.stage.at === 'choosing' ? (
          <Choice view={view} steps={steps} isUpToDate={isUpToDate} />
        ) : (
          about && <Body steps={steps} {...about} />
        )}
      </div>
      {!isUpToDate && <Footer {...steps} />}
      <WizardDialogs steps={steps} {...(about && { about })} />
    </section>
  )
}

function Choice({ view, steps, isUpToDate }: WizardProps & { isUpToDate: boolean }) {
  const { wizard, choose, setOff } = steps
  const { stage, known } = wizard
  if (stage.at !== 'choosing') return null
  const nameOf = (sn: LiveSystem['sn']) => view.names.get(sn) ?? sn
  const update = (stage.chosen && known.get(stage.chosen)) ?? null
  return (
    <>
      <DepartureNotice notice={stage.notice} nameOf={nameOf} />
      {isUpToDate ? (
        <UpToDate systems={view.systems} />
      ) : (
        <ChooseStep systems={view.systems} {...{ stage, update, nameOf, choose, setOff }} />
      )}
    </>
  )
}

function Body({ steps, system, name }: About & { steps: UpdateWizard }) {
  const { wizard, attempt } = steps
  const { stage } = wizard
  const { value } = updateOf(system.sn).use()
  const receipt = value?.last ?? null
  const total = receipt?.parts.length ?? 1
  switch (stage.at) {
    case 'reviewing':
    case 'starting':
      return (
        <StartStep
          facts={value}
          tried={stage.at === 'starting' ? 'starting' : stage.failed ? 'failed' : null}
          {...{ system, name, attempt }}
        />
      )
    case 'running':
      if (stage.progress.phase !== 'installed') return <RunStep {...{ stage, name, system, receipt }} />
      return <EndStep total={stage.progress.total} complete={false} isOff {...{ name, receipt }} />
    case 'interrupted':
      return <InterruptedStep percent={stage.percent} />
    case 'finished':
      return <EndStep total={total} complete isOff={system.status === 'off'} {...{ name, receipt }} />
    default:
      return null
  }
}
