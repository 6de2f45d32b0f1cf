import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import styles from './Stepper.module.css'

/** Progress through a few steps; `current` from 0. The ones before it are done. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  const { t } = useTranslation('flight')
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((step, i) => (
        <li
          key={step}
          className={styles.step}
          data-state={i < current ? 'done' : i === current ? 'current' : 'ahead'}
          aria-current={i === current ? 'step' : undefined}
        >
          <span className={styles.sign} aria-hidden>
            {i < current ? <IconCheck size={18} stroke={1.75} /> : i + 1}
          </span>
          <span className={styles.name}>{step}</span>
          {i < current && <span className="visually-hidden">, {t('stepDone')}</span>}
        </li>
      ))}
    </ol>
  )
}
