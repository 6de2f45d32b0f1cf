import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import styles from './GlossaryPage.module.css'
import { pagesOf } from './terms.ts'
import { useEntries } from './useEntries.ts'

/** Scrolls to the term or group named in the URL, also when it is named again. */
function useNamedPlace() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation scrolls, also to the same place
  useEffect(() => {
    const place = document.getElementById(hash.slice(1))
    place?.focus({ preventScroll: true })
    place?.scrollIntoView()
  }, [hash, key])
}

/** A searchable glossary of the portal's terms. */
export function Component() {
  const { t } = useTranslation('glossary')
  const [sought, setSought] = useState('')
  const groups = useEntries(sought)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  useNamedPlace()
  return (
    <div className={styles.page}>
      <p className={styles.intro}>{t('intro')}</p>
      <Field
        label={t('search')}
        labelHidden
        icon={<IconSearch size={18} stroke={1.75} />}
        type="search"
        placeholder={t('search')}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <p role="status" className={styles.found}>
        {count === 0 ? t('none') : t('found', { count })}
      </p>
      {groups.map(({ group, entries }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`} tabIndex={-1}>
            {t(`group.${group}`)}
          </h2>
          <dl className={styles.terms}>
            {entries.map(({ id, name, text, isCode }) => (
              <div key={id} id={id} tabIndex={-1} className={styles.term}>
                <dt translate={isCode ? 'no' : undefined}>{name}</dt>
                <dd>
                  {text}
                  {pagesOf[id] && (
                    <>
                      {' '}
                      <TextLink to={pagesOf[id]} aria-label={t('openOf', { name })}>
                        {t('open')}
                      </TextLink>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
