import { snOf } from '@kellersonne/core/firmware/wizard/state'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { updateOf } from '../../data/updates.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Overview } from '../../shell/live/overview.ts'
import { WithSystems } from '../../shell/live/WithSystems.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { Follower } from './Follower.tsx'
import { PastUpdates } from './parts/receipt/PastUpdates.tsx'
import styles from './UpdatePage.module.css'
import { useWizard } from './useWizard.ts'
import { Wizard } from './Wizard.tsx'

/** Firmware updates, one step after another. */
export const Component = () => <WithSystems>{({ view }) => <Update view={view} />}</WithSystems>

function Update({ view }: { view: Overview }) {
  const { t } = useTranslation(['updates', 'common'])
  const format = useFormats()
  const { systems, names } = view
  const all = systems.map(({ sn }) => sn).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` says which they are
  const sns = useMemo(() => systems.map(({ sn }) => sn), [all])
  const steps = useWizard(sns)
  const { wizard, tell, opening } = steps
  const { isFailed, unknown, settled } = opening
  const again = () => {
    for (const sn of unknown) void updateOf(sn).refresh()
  }
  const isOpening = wizard.stage.at === 'opening'
  return (
    <div className={styles.page}>
      {systems.map((system) => (
        <Follower key={system.sn} closely={system.sn === snOf(wizard)} {...{ system, tell, settled }} />
      ))}
      {unknown.length > 0 && (
        <div className={styles.failed}>
          <Notice
            kind="warn"
            text={
              isFailed
                ? t('failed.text')
                : t('failed.some', { names: format.list(unknown.map((sn) => names.get(sn) ?? sn)) })
            }
          />
          <Button kind="secondary" onClick={again}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      {isOpening && !isFailed && <div className={styles.loading} role="status" aria-label={t('loading')} />}
      {!isOpening && (
        <PartBoundary of={wizard.stage.at}>
          <Wizard view={view} steps={steps} />
        </PartBoundary>
      )}
      {!isOpening && (
        <PartBoundary of={snOf(wizard)}>
          <PastUpdates systems={systems} named={snOf(wizard)} />
        </PartBoundary>
      )}
    </div>
  )
}
