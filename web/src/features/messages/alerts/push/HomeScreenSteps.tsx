import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import styles from './Push.module.css'

/** A phone, as the frame of each picture. */
const Phone = ({ children }: { children: React.ReactNode }) => (
  <svg viewBox="0 0 64 104" className={styles.picture} aria-hidden>
    <rect x="1.5" y="1.5" width="61" height="101" rx="10" className={styles.frame} />
    {children}
  </svg>
)

const Share = () => (
  <Phone>
    <rect x="8" y="12" width="48" height="6" rx="3" className={styles.faint} />
    <rect x="8" y="24" width="36" height="4" rx="2" className={styles.faint} />
    <rect x="8" y="32" width="42" height="4" rx="2" className={styles.faint} />
    <path d="M4 80h56" className={styles.line} />
    <circle cx="32" cy="90" r="11" className={styles.spot} />
    <path d="M28.5 88.5h-1.5v7h10v-7h-1.5M32 92v-8m-2.5 2.5L32 84l2.5 2.5" className={styles.mark} />
  </Phone>
)

const Add = () => (
  <Phone>
    <rect x="6" y="36" width="52" height="60" rx="6" className={styles.sheet} />
    <rect x="12" y="44" width="26" height="4" rx="2" className={styles.faint} />
    <rect x="8" y="56" width="48" height="16" rx="4" className={styles.spot} />
    <rect x="13" y="62.5" width="24" height="3" rx="1.5" className={styles.ink} />
    <path d="M44 59.5h9v9h-9zM48.5 61.5v5M46 64h5" className={styles.mark} />
    <rect x="12" y="80" width="32" height="4" rx="2" className={styles.faint} />
  </Phone>
)

const Open = () => (
  <Phone>
    {[8, 26, 44].map((x) => (
      <rect key={x} x={x} y="14" width="12" height="12" rx="3.5" className={styles.faint} />
    ))}
    <rect x="22" y="44" width="20" height="20" rx="5.5" className={styles.spot} />
    <path d="M25 56h14" className={styles.mark} />
    <path d="M27.5 56a4.5 4.5 0 0 1 9 0" className={styles.mark} />
    <rect x="20" y="69" width="24" height="3" rx="1.5" className={styles.faint} />
  </Phone>
)

const steps = [
  { words: 'share', Picture: Share },
  { words: 'add', Picture: Add },
  { words: 'open', Picture: Open },
] as const

/** How to put the portal on an iPhone's home screen, drawn in three steps. */
export function HomeScreenSteps() {
  const { t } = useTranslation('alerts')
  return (
    <>
      <p className={styles.text}>{t('push.install.intro')}</p>
      <ol className={styles.steps}>
        {steps.map(({ words, Picture }) => (
          <li key={words}>
            <Picture />
            <span>{t(`push.install.${words}`)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
