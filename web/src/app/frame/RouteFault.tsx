import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isChunkFault } from '../../platform/chunkFault.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { Card } from '../../ui/layout/Card.tsx'

function useFault() {
  const { t } = useTranslation('errors', 'common')
  const fault = useRouteError()
  const missing = isChunkFault(fault)
  useEffect(() => {
    if (!missing && !isRouteErrorResponse(fault)) reportError(fault)
  }, [fault, missing])
  return {
    title: t('page.title'),
    text: missing ? t('page.chunk') : t('page.crash'),
    children: <Button onClick={() => window.location.reload()}>{t('common:reload')}</Button>,
  }
}

/** Shown in place of a page that failed: never a blank one. */
export const RouteFault = () => <Message {...useFault()} />

/** The same within the layout, which keeps working. */
export const PageFault = () => <Card {...useFault()} />
