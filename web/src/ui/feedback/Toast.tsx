import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './Toast.module.css'

/** How long a toast is shown (SHL-07). */
const SHOWN_MS = 5000

type Props = { icon: ReactNode; close: () => void; children: ReactNode }

function Shown({ icon, close, children }: Props) {
  const { t } = useTranslation('common')
  const toast = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = () => !toast.current?.matches(':hover, :focus-within') && close()
    const timer = setInterval(look, SHOWN_MS)
    return () => clearInterval(timer)
  }, [close])
  return (
    <div ref={toast} className={styles.toast}>
      {icon}
      {children}
      <IconButton label={t('close')} onClick={close}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

/** A live region for `toast`, which closes by itself, but not while hovered or focused. `close` must be stable. */
export const ToastPlace = ({ toast }: { toast: Props | null }) => (
  <div role="status" data-screen className={styles.place}>
    {toast && <Shown {...toast} />}
  </div>
)
