import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { FileChooser } from './FileChooser.tsx'
import styles from './ImportPage.module.css'
import { Preview } from './Preview.tsx'
import { hasNoColumns, mayBeOwn, nameableIn, type Typed } from './typed.ts'
import { useImport } from './useImport.ts'
import { useSpanText } from './useSpanText.ts'
import { zonesWith } from './zones.ts'

type Props = {
  typed: Typed
  setTyped: (change: (now: Typed) => Typed) => void
  names: ReadonlyMap<SerialNumber, string>
  /** The zone of a system. */
  zoneOf: (sn: SerialNumber) => string
}

const ofColumns = ['unnamed', 'too_many'] as const

/** Imports a file into the history of one of the owner's systems, after a preview. */
export function ImportForm({ typed, setTyped, names, zoneOf }: Props) {
  const { t } = useTranslation('imports', 'changes')
  const form = useImport(typed, setTyped)
  const { busy, wrong, recognised, made, change, preview, failure } = form
  const timeZone = zoneOf(typed.sn)
  const span = useSpanText(timeZone)
  const place = useRef<HTMLFormElement>(null)
  const nameable = nameableIn(typed, recognised)
  const format = recognised?.format ?? null
  useEffect(() => {
    if (made) place.current?.closest('section')?.querySelector('h2')?.focus()
  }, [made])
  useEffect(() => {
    if (wrong !== null) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])
  const inColumns = ofColumns.find((one) => one === wrong)
  const isNoCsv = failure?.code === 'media_type_unsupported' || hasNoColumns(recognised)
  const noCsv = isNoCsv ? t('fault.no_csv') : null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) form.submit()
  }

  return (
    <Card title={t('make')} text={t('known')}>
      <form ref={place} className={styles.form} onSubmit={submit} noValidate>
        <Notice kind="ok" text={made && t('applied', { span: span(made) })} />
        {names.size > 1 && (
          <Select
            label={t('system')}
            value={typed.sn}
            onChange={({ target }) => {
              const sn = [...names.keys()].find((one) => one === target.value)
              if (sn) change({ sn, timeZone: zoneOf(sn) })
            }}
            options={[...names].map(([sn, label]) => ({ value: sn, label }))}
          />
        )}
        <FileChooser
          file={typed.file}
          choose={form.choose}
          fault={noCsv ?? (wrong && !inColumns ? t(`fault.${wrong}`) : null)}
        />
        <Select
          label={t('zone')}
          value={typed.timeZone}
          onChange={({ target }) => change({ timeZone: target.value })}
          hint={t('zoneHint')}
          fault={failure?.fields['time_zone'] ? t('fault.zone') : null}
          options={zonesWith(typed.timeZone, timeZone).map((zone) => ({ value: zone, label: zone }))}
        />
        {format && <p className={styles.recognised}>{t('recognised', { format: t(`formats.${format}`) })}</p>}
        <Notice kind="info" text={nameable && format === null ? t('unrecognised') : null} />
        {mayBeOwn(format) && (
          <Checkbox
            label={t(format === 'home_assistant_statistics' ? 'ownStatistics' : 'own')}
            checked={typed.own}
            onChange={({ target }) => change({ own: target.checked })}
          />
        )}
        {nameable && recognised && (
          <ColumnTable
            kind={nameable}
            header={recognised.header}
            columns={typed.columns}
            name={(columns) => change({ columns })}
            fault={inColumns ? t(`fault.${inColumns}`) : null}
          />
        )}
        {!isNoCsv && (
          <RateLimitNotice
            fault={failure}
            retryAfterSeconds={form.retryAfterSeconds}
            own={{
              not_found: t('notYours'),
              payload_too_large: t('fault.too_large'),
              network: t(preview ? 'changes:unsure' : 'offline'),
            }}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" kind={preview ? 'secondary' : 'primary'} busy={busy}>
            {busy && !preview ? t('previewing') : t('preview')}
          </Button>
        </div>
      </form>
      {preview && <Preview {...preview} busy={busy} timeZone={timeZone} />}
    </Card>
  )
}
