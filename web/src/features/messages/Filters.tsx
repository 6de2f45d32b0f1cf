import { severities } from '@kellersonne/core/messages/messages'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import type { MessageQuery } from './api.ts'
import styles from './Filters.module.css'

type Filter = Pick<MessageQuery, 'open' | 'severity'>
type Props = Filter & { choose: (filter: Filter) => void }

const ANY = 'any'

/** Filters the messages; the system is chosen above the page. */
export function Filters({ open, severity, choose }: Props) {
  const { t } = useTranslation('messages')
  return (
    <fieldset data-screen className={styles.filters} aria-label={t('filter')}>
      <SegmentedControl
        label={t('which')}
        value={open === null ? ANY : String(open)}
        segments={[
          { value: ANY, label: t('any') },
          { value: 'true', label: t('open') },
          { value: 'false', label: t('notOpen') },
        ]}
        choose={(value) => choose({ open: value === ANY ? null : value === 'true', severity })}
      />
      <Select
        label={t('severity')}
        labelHidden
        value={severity ?? ANY}
        options={[
          { value: ANY, label: t('anySeverity') },
          ...severities.map((value) => ({ value, label: t(value) })),
        ]}
        onChange={({ target }) =>
          choose({ open, severity: severities.find((one) => one === target.value) ?? null })
        }
      />
    </fieldset>
  )
}
