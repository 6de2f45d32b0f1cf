import { useEffect, useRef } from 'react'
import { useMutation } from '../../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Crop } from '../../../../ui/crop/Crop.tsx'
import { Dialog, DialogActions } from '../../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../../ui/forms/useFaultText.ts'
import { savePicture } from '../../api/user.ts'

/** In the server's format; browsers that cannot encode WebP produce PNG. */
const cutOut = (canvas: HTMLCanvasElement | null) =>
  new Promise<Blob>((resolve, reject) => {
    const taken = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture')))
    if (canvas) canvas.toBlob(taken, 'image/webp', 0.9)
    else taken(null)
  })

type Props = { image: HTMLImageElement; close: () => void; saved: () => void }

/** Lets the owner crop a picture, and uploads it. */
export function CropDialog({ image, close, saved }: Props) {
  const { t } = useTranslation('user')
  const faultText = useFaultText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { busy, fault, run } = useMutation()
  useEffect(() => () => URL.revokeObjectURL(image.src), [image])

  async function save() {
    await savePicture(await cutOut(canvas.current))
    saved()
  }

  return (
    <Dialog title={t('picture.cropTitle')} close={close}>
      <p>{t('picture.cropText')}</p>
      <Crop
        image={image}
        canvas={canvas}
        names={{
          preview: t('picture.preview'),
          zoom: t('picture.zoom'),
          across: t('picture.across'),
          down: t('picture.down'),
        }}
      />
      <Notice kind="danger" text={faultText(fault)} />
      <DialogActions>
        <Button kind="secondary" onClick={close}>
          {t('picture.cancel')}
        </Button>
        <Button busy={busy} onClick={() => void run(save)}>
          {busy ? t('picture.saving') : t('picture.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
