import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'

/** What browsers say when a part of the program cannot be loaded: offline, or replaced by a newer version. */
const CHUNK_FAULT = /dynamically imported module|Importing a module script failed|preload CSS/i

/** In place of a page that failed: never a white one. */
export function RouteFault() {
  const { t } = useTranslation(['errors', 'common'])
  const fault = useRouteError()
  const missing = fault instanceof Error && CHUNK_FAULT.test(fault.message)
  useEffect(() => {
    if (!missing && !isRouteErrorResponse(fault)) reportError(fault)
  }, [fault, missing])
  return (
    <Message title={t('page.title')} text={missing ? t('page.chunk') : t('page.crash')}>
      <Button onClick={() => window.location.reload()}>{t('common:reload')}</Button>
    </Message>
  )
}
