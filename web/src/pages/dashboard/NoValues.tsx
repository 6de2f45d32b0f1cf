import { IconRefresh } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UNKNOWN } from '../../i18n/format.ts'
import { HeaderContent } from '../../shell/HeaderContent.tsx'
import { Button } from '../../ui/Button.tsx'
import { GaugeNumber } from '../../ui/gauge/GaugeNumber.tsx'
import type { SectionProps } from '../../ui/section/Section.tsx'
import { type Card, cardNames } from './cards/cards.ts'
import { StateCards } from './cards/StateCards.tsx'
import { useNow } from './clock.ts'
import styles from './DashboardPage.module.css'
import { Away } from './header/LastOnline.tsx'
import hero from './hero/Hero.module.css'
import { Hero, Said } from './hero/Hero.tsx'
import { useShape } from './useShape.ts'

/** The drawing with idle branches and no values. */
function unlit(
  t: TFunction<'dashboard'>,
  label: string,
  core: ReactNode,
  value: string,
): Omit<SectionProps, 'shape'> {
  const nothing = { value, unit: '' }
  return {
    label,
    flows: null,
    shining: false,
    brightness: 0,
    battery: { percent: null },
    core,
    captions: {
      pv: { marker: 'pv', word: t('sun'), ...nothing },
      house: { marker: 'load', word: t('home'), ...nothing },
      grid: { marker: 'feed-in', word: t('grid'), ...nothing },
      battery: null,
    },
  }
}

const noCards = (note: string): Card[] =>
  cardNames.map((name) => ({ name, marker: null, value: UNKNOWN, unit: '', note, old: true }))

const Bars = () => (
  <>
    <div className={styles.skeleton} />
    <div className={styles.skeleton} />
  </>
)

/** Nothing has come yet. */
export function Loading() {
  const { t } = useTranslation('dashboard')
  return (
    <div className={styles.page} aria-busy>
      <Hero
        shape={useShape()}
        said={
          <div className={hero.said}>
            <Bars />
          </div>
        }
        section={unlit(t, t('loading'), null, '')}
        today={<Bars />}
      />
      <StateCards
        cards={cardNames.map((name) => ({
          name,
          marker: null,
          value: '',
          unit: '',
          note: '\u00A0',
          old: true,
        }))}
      />
    </div>
  )
}

type FailedProps = { network: boolean; retryAt: Date | null; retry: () => void }

/** The first request failed. */
export function Failed({ network, retryAt, retry }: FailedProps) {
  const { t } = useTranslation('dashboard')
  const sentence = network ? t('failed.network') : t('failed.other')
  return (
    <div className={styles.page}>
      <HeaderContent>
        <Away />
      </HeaderContent>
      <Hero
        shape={useShape()}
        said={
          <Said
            dense
            tone="danger"
            icon="away"
            status={t('failed.status')}
            sentence={sentence}
            aside={t('failed.advice')}
          >
            <Button onClick={retry}>
              <IconRefresh size={18} stroke={1.5} aria-hidden />
              {t('failed.retry')}
            </Button>
            {retryAt && <Countdown to={retryAt} />}
          </Said>
        }
        section={unlit(t, sentence, <GaugeNumber value={UNKNOWN} unit="" />, UNKNOWN)}
        today={
          <>
            <h3 className={styles.todayTitle}>{t('today')}</h3>
            <Bars />
          </>
        }
      />
      <StateCards cards={noCards(t('note.none'))} />
    </div>
  )
}

function Countdown({ to }: { to: Date }) {
  const { t } = useTranslation('dashboard')
  const seconds = useNow((now) => Math.max(0, Math.ceil((to.getTime() - now.getTime()) / 1000)))
  return <span>{t('failed.countdown', { seconds })}</span>
}

/** An owner without a system. */
export function NoSystem() {
  const { t } = useTranslation('dashboard')
  return (
    <div className={styles.page}>
      <Hero
        shape={useShape()}
        said={
          <Said
            dense
            tone="calm"
            icon="none"
            status={t('noSystem.status')}
            sentence={t('noSystem.title')}
            aside={t('noSystem.text')}
          />
        }
        section={unlit(
          t,
          t('noSystem.title'),
          <path className={styles.plus} d="M-12 0H12M0-12V12" />,
          UNKNOWN,
        )}
        today={
          <>
            <h3 className={styles.todayTitle}>{t('noSystem.next')}</h3>
            <ol className={styles.steps}>
              <li>{t('noSystem.first')}</li>
              <li>{t('noSystem.second')}</li>
              <li>{t('noSystem.third')}</li>
            </ol>
          </>
        }
      />
      <StateCards cards={noCards(t('note.none'))} />
    </div>
  )
}
