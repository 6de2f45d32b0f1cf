import { isWeak, type Strength } from '@kellersonne/core/identity/passwords'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import styles from './PasswordChoice.module.css'

const steps = [1, 2, 3, 4] as const
const words = ['none', 'weak', 'fair', 'good', 'strong'] as const

/** A password's strength in bars and words; null if unknown. */
export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const { t } = useTranslation('password')
  return (
    <div className={styles.strength} data-weak={(strength !== null && isWeak(strength)) || undefined}>
      <div className={styles.bars} aria-hidden>
        {steps.map((step) => (
          <span key={step} data-lit={(strength ?? 0) >= step || undefined} />
        ))}
      </div>
      <p aria-live="polite">{strength === null ? '' : t(`strength.${words[strength]}`)}</p>
    </div>
  )
}
