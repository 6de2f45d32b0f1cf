import type { ReactNode } from 'react'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { Card } from '../cards/cards.ts'
import { cardNames } from '../cards/names.ts'
import type { SectionProps } from '../section/Section.tsx'
import styles from './states.module.css'

/** The drawing with idle branches and no values. */
export function skeletonSection(
  t: TFunction<'dashboard'>,
  label: string,
  core: ReactNode,
  value: string,
): Omit<SectionProps, 'shape'> {
  const nothing = { value, unit: '' }
  return {
    label,
    flows: null,
    moving: false,
    shining: false,
    brightness: 0,
    battery: { percent: null },
    core,
    marks: new Map(),
    captions: {
      pv: { marker: 'pv', word: t('sun'), ...nothing },
      house: { marker: 'load', word: t('home'), ...nothing },
      grid: { marker: 'feed-in', word: t('grid'), ...nothing },
      battery: null,
    },
  }
}

/** The cards without values. */
export const skeletonCards = (note: string): Card[] =>
  cardNames.map((name) => ({ name, marker: null, value: UNKNOWN, unit: '', note, old: true }))

/** Placeholders for text. */
export const TextSkeleton = () => (
  <>
    <div className={styles.skeleton} />
    <div className={styles.skeleton} />
  </>
)
