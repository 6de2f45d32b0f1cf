import { correctionKinds } from '@kellersonne/contract/energy/corrections'
import { wireCounters } from '@kellersonne/contract/energy/counters'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { useEffect } from 'react'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../../ui/forms/RateLimitNotice.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import styles from './Form.module.css'
import { Preview } from './Preview.tsx'
import { InstantFields, QuarterFields } from './TimeFields.tsx'
import type { System } from './toForm.ts'
import { isValue, type Typed } from './typed.ts'
import { useCorrectionForm } from './useCorrectionForm.ts'
import { useFieldFault } from './useFieldFault.ts'
import { ValueFields } from './ValueFields.tsx'

type Props = {
  typed: Typed
  setTyped: (change: (now: Typed) => Typed) => void
  opened: Typed
  names: ReadonlyMap<SerialNumber, string>
  system: System
}

/** Makes a correction of one of the owner's systems, after a preview. */
export function CorrectionForm({ typed, setTyped, opened, names, system }: Props) {
  const { t } = useTranslation('corrections', 'changes')
  const { timeZone } = system
  const form = useCorrectionForm({ typed, setTyped, opened, system })
  const { type, applied, preview, busy, failure, retryAfterSeconds } = form
  const today = useNow((now) => dayOf(now, timeZone))
  const faultOf = useFieldFault(form.faults)
  const shared = { typed, type, faultOf, timeZone, today }
  const value = isValue(typed)
  const kind = value ? 'value' : 'implausible'
  useEffect(() => {
    if (applied) form.form.current?.closest('section')?.querySelector('h2')?.focus()
  }, [applied, form.form])

  return (
    <Card title={t('make')} aside={t('zone', { zone: timeZone })}>
      <form ref={form.form} className={styles.form} onSubmit={form.submit} noValidate>
        <Notice kind="ok" text={applied ? t('applied') : null} />
        {names.size > 1 && (
          <Select
            label={t('system')}
            value={typed.sn}
            onChange={({ target }) => type('sn', target.value)}
            fault={faultOf('sn')}
            options={[...names].map(([sn, label]) => ({ value: sn, label }))}
          />
        )}
        <Select
          label={t('kind')}
          value={kind}
          onChange={({ target }) => type('kind', target.value)}
          hint={t(`kindTexts.${kind}`)}
          options={correctionKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
        />
        <Select
          label={t(value ? 'whichCounter' : 'counter')}
          value={typed.counter}
          onChange={({ target }) => type('counter', target.value)}
          fault={faultOf('counter')}
          options={[
            { value: '', label: t(value ? 'choose' : 'everything') },
            ...wireCounters.map((one) => ({ value: one, label: t(`counters.${one}`) })),
          ]}
        />
        {value ? (
          <>
            <InstantFields {...shared} />
            <ValueFields {...shared} />
          </>
        ) : (
          <>
            <QuarterFields name="from" {...shared} />
            <QuarterFields name="until" {...shared} />
          </>
        )}
        <RateLimitNotice
          fault={failure}
          retryAfterSeconds={retryAfterSeconds}
          own={{ not_found: t('notYours'), ...(preview && { network: t('changes:unsure') }) }}
        />
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
