import type { ReactNode } from 'react'
import type { Query } from '../../../platform/client/query.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import styles from './Loaded.module.css'

type Props<T> = {
  resource: Pick<Query<T>, 'use' | 'refresh'>
  loading: string
  failed: string
  children: (value: T) => ReactNode
}

/** What is loaded, or instead of it that it is loading, or that it failed, with a way to try again. */
export function Loaded<T>({ resource, loading, failed, children }: Props<T>) {
  const { t } = useTranslation('common')
  const faultText = useFaultText()
  const { value, fault } = resource.use()
  if (value !== null) return children(value)
  return fault ? (
    <div className={styles.instead} role="alert">
      <p>
        {failed} {faultText(fault)}
      </p>
      <Button onClick={() => void resource.refresh()}>{t('retry')}</Button>
    </div>
  ) : (
    <div className={styles.instead} role="status" aria-busy="true">
      <p>{loading}</p>
    </div>
  )
}

/** A card that says why there is nothing else. */
export const Instead = ({ children }: { children: string }) => (
  <div className={styles.instead}>
    <p>{children}</p>
  </div>
)
