import { IconHelpCircle } from '@tabler/icons-react'
import type { Translations } from '../../platform/i18n/bundles.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Link } from '../../platform/router/Link.tsx'
import styles from './GlossaryLink.module.css'

type Props = {
  /** The group of the terms used here. */
  group: keyof Translations['glossary']['group']
  /** Where the terms are used, for screen readers that read only the link. */
  of: string
}

/** Links a card's numbers to their explanation. */
export function GlossaryLink({ group, of }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Link data-screen to={`/glossary#group-${group}`} className={styles.link}>
      <IconHelpCircle size={16} stroke={1.5} aria-hidden />
      {t('meaning')} <span className="visually-hidden">{t('meaningOf', { name: of })}</span>
    </Link>
  )
}
