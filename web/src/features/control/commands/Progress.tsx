import type { IssuedCommand } from '@kellersonne/core/control/commands'
import { lateTexts, progressText, progressTitle, type TextContext } from './commandTexts.ts'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import styles from './Progress.module.css'

/** The number of completed steps: issued, accepted, ended. */
const steps = { waiting: 1, accepted: 2, done: 3, refused: 3, timed_out: 3 } as const
const STEPS = [1, 2, 3] as const

type Props = { command: IssuedCommand; wording: TextContext }

/** The progress or the outcome of a command issued here. */
export function Progress({ command, wording }: Props) {
  const { state } = command.progress
  return (
    <div className={styles.progress} data-state={state}>
      <OutcomeIcon state={state} size={20} />
      <div>
        <p className={styles.title}>{progressTitle(command, wording)}</p>
        <p>{progressText(command, wording)}</p>
        {lateTexts(command, wording).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <div className={styles.steps} aria-hidden>
          {STEPS.map((step) => (
            <span key={step} data-come={step <= steps[state] || undefined} />
          ))}
        </div>
      </div>
    </div>
  )
}
