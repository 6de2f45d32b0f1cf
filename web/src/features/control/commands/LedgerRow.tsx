import type { GivenCommand } from '@kellersonne/core/control/commands'
import styles from './Ledger.module.css'
import { lasted } from './lasted.ts'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import { lateTexts, reasonText, type Wording } from './words.ts'

/** A past command and its outcome. */
export function LedgerRow({ command, wording }: { command: GivenCommand; wording: Wording }) {
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
      <td className={styles.lasted}>{ended && lasted(progress.endedAt.getTime() - askedAt.getTime(), t)}</td>
    </tr>
  )
}
