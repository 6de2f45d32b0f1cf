import { useTranslation } from '../../platform/i18n/i18n.ts'
import { codeText } from '../live/model/codeText.ts'
import styles from './Message.module.css'

/** A code as shown on the unit's own display, the same in every language. */
export function MessageCode({ code }: { code: string }) {
  const { t } = useTranslation('common', 'flags')
  return (
    <span className={styles.code} translate="no">
      {codeText(code, t)}
    </span>
  )
}
