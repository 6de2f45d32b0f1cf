import { printedCode, readKey } from '@kellersonne/core/systems/keys'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './CameraDialog.module.css'
import { useCamera } from './useCamera.ts'

/** The serial number or code in a QR code, as printed; null for any other text. */
function keyIn(text: string): string | null {
  const key = readKey(text)
  if ('fault' in key) return null
  return key.kind === 'sn' ? key.sn : printedCode(key.code)
}

/** Closes once the page is hidden: nobody sees any more that the camera is on. */
function useCloseWhenHidden(close: () => void) {
  useEffect(() => {
    const look = () => document.hidden && close()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [close])
}

type Props = {
  /** Gets the first serial number or registration code that is read. */
  take: (key: string) => void
  close: () => void
}

/** Reads the QR code on a system's sticker; other codes are rejected, and never followed (AUT-19). */
export function CameraDialog({ take, close }: Props) {
  const { t } = useTranslation('camera', 'settings')
  const video = useRef<HTMLVideoElement>(null)
  const [foreign, setForeign] = useState(false)
  useCloseWhenHidden(close)
  const state = useCamera(video, (texts) => {
    const key = texts.map(keyIn).find((read) => read !== null)
    if (key === undefined) setForeign(true)
    else take(key)
  })
  const works = state === 'asking' || state === 'reading'
  return (
    <Dialog title={t('title')} close={close}>
      {works && (
        <>
          <p role="status">{t(state)}</p>
          <video
            ref={video}
            className={styles.picture}
            aria-label={t('picture')}
            autoPlay
            muted
            playsInline
          />
        </>
      )}
      <Notice kind="danger" text={works ? null : t(`fault.${state}`)} />
      <Notice kind="warn" text={works && foreign ? t('foreign') : null} />
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('settings:cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
