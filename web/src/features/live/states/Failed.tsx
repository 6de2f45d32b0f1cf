import { IconRefresh } from '@tabler/icons-react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { GaugeNumber } from '../../../ui/gauge/GaugeNumber.tsx'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { HeaderContent } from '../../../ui/layout/HeaderContent.tsx'
import { StateCards } from '../cards/StateCards.tsx'
import { Hero, StatusHeadline } from '../hero/Hero.tsx'
import page from '../LivePage.module.css'
import { NeverOnline } from '../parts/LastOnline.tsx'
import { skeletonCards, skeletonSection, TextSkeleton } from './skeleton.tsx'
import styles from './states.module.css'

type Props = { network: boolean; retryAt: Date | null; retry: () => void }

/** The first request failed. */
export function Failed({ network, retryAt, retry }: Props) {
  const { t } = useTranslation('dashboard')
  const sentence = network ? t('failed.network') : t('failed.other')
  return (
    <div className={page.page}>
      <HeaderContent>
        <NeverOnline />
      </HeaderContent>
      <Hero
        shape={useShape()}
        headline={
          <StatusHeadline
            dense
            always
            tone="danger"
            icon="away"
            status={t('failed.status')}
            sentence={sentence}
            subline={t('failed.advice')}
          >
            <Button onClick={retry}>
              <IconRefresh size={18} stroke={1.5} aria-hidden />
              {t('failed.retry')}
            </Button>
            {retryAt && <Countdown to={retryAt} />}
          </StatusHeadline>
        }
        section={skeletonSection(t, sentence, <GaugeNumber value={UNKNOWN} unit="" />, UNKNOWN)}
        today={
          <>
            <h3 className={styles.todayTitle}>{t('today')}</h3>
            <TextSkeleton />
          </>
        }
      />
      <StateCards cards={skeletonCards(t('note.none'))} />
    </div>
  )
}

function Countdown({ to }: { to: Date }) {
  const { t } = useTranslation('dashboard')
  const seconds = useNow((now) => Math.max(0, Math.ceil((to.getTime() - now.getTime()) / 1000)))
  return <span>{t('failed.countdown', { seconds })}</span>
}
