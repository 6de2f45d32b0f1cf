import type { RulePreviewAnswer, StoredRule } from '@kellersonne/contract/messages/own-rules'
import {
  type RuleMinutes,
  ruleComparisons,
  ruleMinutes,
  ruleQuantities,
  thresholdFault,
  unitOf,
} from '@kellersonne/core/messages/own-rules/own-rule'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { markUnsaved } from '../../../platform/program/unsaved.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useFaultFocus } from '../../../ui/forms/useFaultFocus.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { preview, save } from './api.ts'
import styles from './OwnRules.module.css'
import { previewText } from './words.ts'

type System = { readonly sn: SerialNumber; readonly name: string }
type Props = { rule: StoredRule | null; systems: readonly System[]; close: () => void }

const chosen = <T extends string>(all: readonly T[], value: string, now: T) =>
  all.find((one) => one === value) ?? now

/** Makes a rule or changes one: it is checked by what was measured before it can be saved. */
export function RuleDialog({ rule, systems, close }: Props) {
  const { t } = useTranslation('alerts')
  const f = useFormats()
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [typed, setTyped] = useState({
    sn: rule?.sn ?? systems[0]?.sn ?? null,
    quantity: rule?.quantity ?? ruleQuantities[0],
    comparison: rule?.comparison ?? ruleComparisons[0],
    threshold: rule ? String(rule.threshold) : '',
    minutes: rule?.minutes ?? ruleMinutes[0],
  })
  const [isTouched, setTouched] = useState(false)
  const [wrong, setWrong] = useState<'format' | 'too_small' | 'too_big' | null>(null)
  const [checked, setChecked] = useState<RulePreviewAnswer | null>(null)
  const form = useFaultFocus(wrong, fault)
  useEffect(() => (isTouched ? markUnsaved() : undefined), [isTouched])

  function type(change: Partial<typeof typed>) {
    setTyped((now) => ({ ...now, ...change }))
    setTouched(true)
    setWrong(null)
    setChecked(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const isNumber = /^\d{1,6}$/.test(typed.threshold.trim())
    const found = isNumber ? thresholdFault({ ...typed, threshold: Number(typed.threshold) }) : 'format'
    setWrong(found)
    if (found || typed.sn === null) return
    const sent = {
      ...typed,
      sn: typed.sn,
      threshold: typed.threshold.trim(),
      minutes: `${typed.minutes}` as const,
    }
    void attempt(async () => {
      if (checked === null) return setChecked(await preview(sent))
      await save(sent, rule?.id ?? null)
      setTouched(false)
      close()
    })
  }
  const minutesText = (minutes: RuleMinutes) =>
    minutes === 0 ? t('rules.atOnce') : t('rules.minutesLong', { count: minutes })
  const isUnknown = fault?.fields['quantity'] !== undefined
  const loud = checked?.verdict === 'always' || checked?.verdict === 'often'
  return (
    <Dialog title={t(rule ? 'rules.change' : 'rules.add')} close={close}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {systems.length > 1 && (
          <Select
            label={t('rules.system')}
            value={typed.sn ?? ''}
            options={systems.map(({ sn, name }) => ({ value: sn, label: name }))}
            onChange={({ target }) =>
              type({ sn: systems.find(({ sn }) => sn === target.value)?.sn ?? typed.sn })
            }
          />
        )}
        <Select
          label={t('rules.quantity')}
          value={typed.quantity}
          options={ruleQuantities.map((value) => ({ value, label: t(`rules.quantities.${value}`) }))}
          onChange={({ target }) => type({ quantity: chosen(ruleQuantities, target.value, typed.quantity) })}
          fault={isUnknown && checked === null ? t('rules.fault.quantity') : null}
        />
        <div className={styles.pair}>
          <Select
            label={t('rules.comparison')}
            value={typed.comparison}
            options={ruleComparisons.map((value) => ({ value, label: t(`rules.comparisons.${value}`) }))}
            onChange={({ target }) =>
              type({ comparison: chosen(ruleComparisons, target.value, typed.comparison) })
            }
          />
          <Field
            label={t('rules.threshold', { unit: unitOf(typed.quantity) })}
            inputMode="numeric"
            autoComplete="off"
            value={typed.threshold}
            onChange={({ target }) => type({ threshold: target.value })}
            fault={wrong && t(`rules.fault.threshold.${wrong}`)}
          />
        </div>
        <Select
          label={t('rules.minutes')}
          value={`${typed.minutes}`}
          options={ruleMinutes.map((value) => ({ value: `${value}`, label: minutesText(value) }))}
          onChange={({ target }) =>
            type({ minutes: ruleMinutes.find((one) => `${one}` === target.value) ?? typed.minutes })
          }
        />
        <Notice kind={loud ? 'warn' : 'info'} text={checked && previewText(checked, { t, f })} />
        <RateLimitNotice fault={isUnknown ? null : fault} retryAfterSeconds={retryAfterSeconds} />
        <DialogActions>
          <Button kind="secondary" onClick={close}>
            {t('rules.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {checked === null
              ? t(busy ? 'rules.preview.busy' : 'rules.check')
              : t(busy ? 'rules.saving' : 'rules.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
