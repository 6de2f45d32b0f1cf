import { useEffect } from 'react'
import { useMatches } from 'react-router'
import * as z from 'zod/mini'
import { useTranslation } from '../../platform/i18n/i18n.ts'

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
/** A route's `handle`: the key of its title. */
const handle = z.object({ title: z.enum(titles) })
export type Handle = z.output<typeof handle>

/** The title of the innermost route that has one, in the current language; empty if none has. */
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
  const read = useMatches().map((match) => z.safeParse(handle, match.handle))
  const innermost = read.findLast((one) => one.success)
  return innermost?.data ? t(innermost.data.title) : ''
}

/** NAV-12: the page's title becomes the document's. */
export function useDocumentTitle() {
  const { t } = useTranslation('common')
  const page = usePageTitle()
  useEffect(() => {
    document.title = page === '' ? t('product') : t('documentTitle', { page })
  }, [t, page])
}
