import type { IssuedCommand } from '@kellersonne/core/control/commands'
import { lateTexts, reasonText, type TextContext } from './commandTexts.ts'
import { durationText } from './durationText.ts'
import styles from './Ledger.module.css'
import { OutcomeIcon } from './OutcomeIcon.tsx'

/** A past command and its outcome. */
export function LedgerRow({ command, wording }: { command: IssuedCommand; wording: TextContext }) {
  const { t, f, timeZone, now } = wording
  const { name, by, askedAt, progress } = command
  const ended = 'endedAt' in progress
  return (
    <tr className={styles.row}>
      <td>{f.moment(askedAt, now, timeZone)}</td>
      <td className={styles.command}>{t(`name.${name}`)}</td>
      <td className={styles.by} title={by}>
        {by}
      </td>
      <td>
        <span className={styles.outcome}>
          <OutcomeIcon state={progress.state} />
          {t(`outcome.${progress.state}`)}
        </span>
        {progress.state === 'refused' && <p className={styles.note}>{reasonText(progress.reason, t)}</p>}
        {lateTexts(command, wording).map((text) => (
          <p key={text} className={styles.note}>
            {text}
          </p>
        ))}
      </td>
      <td className={styles.lasted}>
        {ended && durationText(progress.endedAt.getTime() - askedAt.getTime(), t)}
      </td>
    </tr>
  )
}
