import { isNextDisabled, isStartDisabled, stepOf } from '@kellersonne/core/firmware/wizard/view'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './Wizard.module.css'
import type { UpdateWizard } from './wizard/useWizard.ts'

/** Next and Back (UPD-06, UPD-07). */
export function Footer({ wizard, attempt, wish, finish }: UpdateWizard) {
  const { t } = useTranslation('updates')
  const { stage } = wizard
  if (stepOf(wizard) === 2)
    return (
      <footer className={styles.footer}>
        <Button onClick={finish}>{t('finish')}</Button>
      </footer>
    )
  const canBeCancelled = stage.at === 'running' && stage.progress.phase === 'waiting'
  const isAtStart = stage.at === 'reviewing' || stage.at === 'starting'
  const hasToWait = (attempt.retryAfterSeconds ?? 0) > 0
  return (
    <footer className={styles.footer}>
      <Button
        kind="secondary"
        disabled={
          stage.at === 'choosing' ||
          stage.at === 'starting' ||
          (stage.at === 'running' && stage.cancelling === 'asked')
        }
        onClick={() => wish('previous')}
      >
        {canBeCancelled ? t('cancel') : t('back')}
      </Button>
      {isAtStart ? (
        <Button
          busy={stage.at === 'starting'}
          disabled={(isStartDisabled(wizard) && stage.at !== 'starting') || hasToWait}
          onClick={() => wish('start')}
        >
          {t('start')}
        </Button>
      ) : (
        <Button
          disabled={stage.at !== 'choosing'}
          aria-disabled={isNextDisabled(wizard)}
          onClick={() => wish('next')}
        >
          {t('next')}
          <IconArrowRight size={18} stroke={1.75} aria-hidden />
        </Button>
      )}
    </footer>
  )
}
