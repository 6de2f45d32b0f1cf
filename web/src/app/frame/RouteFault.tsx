import { useEffect } from 'react'
import { isChunkFault } from '../../platform/chunkFault.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { Card } from '../../ui/layout/Card.tsx'

function useWords(fault: unknown) {
  const { t } = useTranslation('errors', 'common')
  const missing = isChunkFault(fault)
  useEffect(() => {
    if (!missing) reportError(fault)
  }, [fault, missing])
  return {
    title: t('page.title'),
    text: missing ? t('page.chunk') : t('page.crash'),
    children: <Button onClick={() => window.location.reload()}>{t('common:reload')}</Button>,
  }
}

type Props = { fault: unknown; framed: boolean }

/** Shown in place of a page that failed, never a blank one; within the layout, which keeps working, as a card. */
export function RouteFault({ fault, framed }: Props) {
  const words = useWords(fault)
  return framed ? <Card {...words} /> : <Message {...words} />
}
