import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Words } from '../../platform/i18n/i18n.ts'
import styles from './GlossaryLink.module.css'

type Props = {
  /** Where the glossary has the words that stand here. */
  group: keyof Words['glossary']['group']
  /** What the words stand in, for who hears the link alone. */
  of: string
}

/** From the numbers of a card to what they mean. */
export function GlossaryLink({ group, of }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Link to={`/glossary#group-${group}`} className={styles.link}>
      <IconHelpCircle size={16} stroke={1.5} aria-hidden />
      {t('meaning')} <span className="visually-hidden">{t('meaningOf', { name: of })}</span>
    </Link>
  )
}
