import { snOf } from '@kellersonne/core/firmware/wizard/state'
import { useMemo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import type { LiveViewModel } from '../../live/model/liveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import { updateOf } from '../api/updates.ts'
import { PastUpdates } from './receipt/PastUpdates.tsx'
import styles from './UpdatePage.module.css'
import { Wizard } from './Wizard.tsx'
import { SystemObserver } from './wizard/SystemObserver.tsx'
import { useWizard } from './wizard/useWizard.ts'

/** The firmware update wizard. */
export const Component = () => <WithSystems>{({ view }) => <Update view={view} />}</WithSystems>

function Update({ view }: { view: LiveViewModel }) {
  const { t } = useTranslation('updates', 'common')
  const format = useFormats()
  const { systems, names } = view
  const all = systems.map(({ sn }) => sn).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` identifies the systems
  const sns = useMemo(() => systems.map(({ sn }) => sn), [all])
  const steps = useWizard(sns)
  const { wizard, dispatch, opening } = steps
  const { isFailed, unknown, settled } = opening
  const again = () => {
    for (const sn of unknown) void updateOf(sn).refresh()
  }
  const isOpening = wizard.stage.at === 'opening'
  return (
    <div className={styles.page}>
      {systems.map((system) => (
        <SystemObserver
          key={system.sn}
          closely={system.sn === snOf(wizard)}
          {...{ system, dispatch, settled }}
        />
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
