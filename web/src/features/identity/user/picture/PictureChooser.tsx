import { IconCamera } from '@tabler/icons-react'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Avatar } from '../Avatar.tsx'
import { CropDialog } from './CropDialog.tsx'
import styles from './PictureChooser.module.css'
import { type PictureFault, readPicture } from './readPicture.ts'

type Props = {
  /** Called for each choice: with an error, with 'saved' on success, with null while choosing. */
  chosen: (outcome: PictureFault | 'saved' | null) => void
}

/** The owner's picture and a button to choose another: one file at a time (SET-05). */
export function PictureChooser({ chosen }: Props) {
  const { t } = useTranslation('user')
  const [image, setImage] = useState<HTMLImageElement | null>(null)

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    const read = await readPicture(file)
    target.value = ''
    chosen(typeof read === 'string' ? read : null)
    if (typeof read !== 'string') setImage(read)
  }

  return (
    <div className={styles.chooser}>
      <Avatar size="large" />
      <label className={styles.camera} title={t('picture.choose')}>
        <IconCamera size={20} stroke={1.5} aria-hidden />
        <input
          type="file"
          className="visually-hidden"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={t('picture.choose')}
          onChange={(event) => void choose(event)}
        />
      </label>
      {image && (
        <CropDialog
          image={image}
          close={() => setImage(null)}
          saved={() => {
            setImage(null)
            chosen('saved')
          }}
        />
      )}
    </div>
  )
}
