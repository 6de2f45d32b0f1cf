import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { cardNames } from '../cards/names.ts'
import { StateCards } from '../cards/StateCards.tsx'
import hero from '../hero/Hero.module.css'
import { Hero } from '../hero/Hero.tsx'
import page from '../LivePage.module.css'
import { skeletonSection, TextSkeleton } from './skeleton.tsx'

/** No data yet. */
export function Loading() {
  const { t } = useTranslation('dashboard')
  return (
    <div className={page.page} aria-busy>
      <Hero
        shape={useShape()}
        headline={
          <div className={hero.said}>
            <TextSkeleton />
          </div>
        }
        section={skeletonSection(t, t('loading'), null, '')}
        today={<TextSkeleton />}
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
