import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useCopy } from '../../../ui/hooks/useCopy.ts'
import { commandsFor } from './commands.ts'
import styles from './Pairing.module.css'

/** The lines to type at the gateway, each with a button to copy it. */
export function Commands({ code }: { code: string }) {
  const { t } = useTranslation('pairing')
  const { outcome, copy } = useCopy()
  return (
    <>
      <ol className={styles.commands}>
        {commandsFor(location.origin, code).map((line, i) => (
          <li key={line}>
            <code translate="no">{line}</code>
            <IconButton label={t('copy', { count: i + 1, ordinal: true })} onClick={() => copy(line)}>
              <IconCopy size={18} stroke={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className={styles.hint} role="status">
        {outcome && t(outcome)}
      </p>
    </>
  )
}
