import { useEffect } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { usePage } from '../../platform/router/context.tsx'

const titles = [
  'signIn:title',
  'shell:dashboard',
  'shell:charts',
  'shell:calendar',
  'shell:update',
  'batteries:title',
  'messages:title',
  'notFound:title',
  'register:title',
  'reset:title',
  'email:confirm.title',
  'email:undo.title',
  'provider:title',
  'about:home.title',
  'about:contact.title',
  'about:imprint.title',
  'about:privacy.title',
  'about:terms.title',
  'settings:title',
  'user:title',
  'glossary:title',
  'corrections:title',
  'imports:title',
  'quality:title',
  'alerts:title',
  'alerts:link.title',
  'health:passportPage.title',
  'health:title',
] as const
/** The key of a page's title. */
export type Title = (typeof titles)[number]

/** The title of the current page, in the current language; empty if it has none. */
export function usePageTitle(): string {
  const { t } = useTranslation(
    'common',
    'shell',
    'batteries',
    'messages',
    'signIn',
    'notFound',
    'register',
    'reset',
    'email',
    'provider',
    'about',
    'settings',
    'user',
    'glossary',
    'corrections',
    'imports',
    'quality',
    'alerts',
    'health',
  )
  const page = usePage()
  const title = titles.find((key) => key === page?.route.title)
  return title ? t(title) : ''
}

/** NAV-12: the page's title becomes the document's. */
export function useDocumentTitle() {
  const { t } = useTranslation('common')
  const page = usePageTitle()
  useEffect(() => {
    document.title = page === '' ? t('product') : t('documentTitle', { page })
  }, [t, page])
}
