import { useTranslation } from '../../platform/i18n/i18n.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'

/** Shows `none`, but only if the units have reported all of their messages. */
export function NoMessagesReported({ view, none }: { view: LiveViewModel; none: string }) {
  const { t } = useTranslation('dashboard')
  if (view.chosen.some(({ capabilities }) => capabilities?.messages === false))
    return <p>{t('unreported')}</p>
  return <p>{view.messagesKnown ? none : t('untold')}</p>
}
