import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './FileChooser.module.css'
import type { ReadFile } from './readFile.ts'

type Props = { file: ReadFile | null; choose: (file: File) => void; fault: string | null }

const MEGA = 1_000_000

/** Takes a file that is chosen or dropped; again, another one. */
export function FileChooser({ file, choose, fault }: Props) {
  const { t } = useTranslation('imports')
  const f = useFormats()
  const id = useId()
  const [over, setOver] = useState(false)
  const hover = (hovers: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(hovers)
  }
  function drop(event: DragEvent) {
    hover(false)(event)
    const [dropped] = event.dataTransfer.files
    if (dropped) choose(dropped)
  }
  const size = ({ bytes }: ReadFile) =>
    bytes.size < MEGA
      ? { value: f.number(Math.ceil(bytes.size / 1000), 0), unit: 'kB' }
      : { value: f.number(bytes.size / MEGA, 1), unit: 'MB' }
  return (
    <div>
      <label
        className={styles.place}
        data-over={over || undefined}
        data-faulty={fault !== null || undefined}
        onDragEnter={hover(true)}
        onDragOver={hover(true)}
        onDragLeave={hover(false)}
        onDrop={drop}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        {file && (
          <span className={styles.name}>{t('chosen', { name: file.name, size: f.text(size(file)) })}</span>
        )}
        <span>
          <span className={styles.choose}>{t(file ? 'chooseOther' : 'choose')}</span> {t('drop')}
        </span>
        <input
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : id}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) choose(chosen)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </label>
      {fault !== null && (
        <p className={styles.fault} id={id} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
