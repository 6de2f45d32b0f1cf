import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Link } from '../../platform/router/Link.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import styles from './NotFoundPage.module.css'

export function Component() {
  const { t } = useTranslation('notFound')
  return (
    <Message title={t('title')} text={t('text')}>
      <Link to="/" className={styles.home}>
        {t('home')}
      </Link>
    </Message>
  )
}
