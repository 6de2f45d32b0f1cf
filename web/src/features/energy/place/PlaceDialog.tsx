import type { SystemPlace } from '@kellersonne/contract/energy/place'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { markUnsaved } from '../../../platform/program/unsaved.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useFaultFocus } from '../../../ui/forms/useFaultFocus.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { erasePlace, savePlace } from '../api/place.ts'
import { mapCountries } from './outlines.ts'
import styles from './Place.module.css'
import { PlaceMap } from './PlaceMap.tsx'
import { degreesOf, type Faults, opened, pointOf, type Typed, toForm, wayOf, waysOf } from './typed.ts'

type Props = {
  sn: SerialNumber
  name: string
  kept: SystemPlace
  close: () => void
  done: (what: 'saved' | 'removed') => void
}

/** Asks for a system's place, by postcode or on a map (FCT-56). What was typed stays if it cannot be saved. */
export function PlaceDialog({ sn, name, kept, close, done }: Props) {
  const { t } = useTranslation('place')
  const f = useFormats()
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [typed, setTyped] = useState(() => opened(kept, f))
  const [isTouched, setTouched] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const form = useFaultFocus(faults, fault)
  useEffect(() => (isTouched ? markUnsaved() : undefined), [isTouched])
  const way = wayOf(typed)

  function type(change: Partial<Typed>) {
    setTyped((now) => ({ ...now, ...change }))
    setTouched(true)
    setFaults({})
  }
  function end(what: 'saved' | 'removed') {
    setTouched(false)
    done(what)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = toForm(typed)
    setFaults('faults' in read ? { ...read.faults } : {})
    if ('form' in read) void attempt(() => savePlace(sn, read.form).then(() => end('saved')))
  }
  return (
    <Dialog title={t('dialog', { name })} close={close}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.why}>{t('coarse')}</p>
        <Select
          label={t('country')}
          value={typed.country}
          options={mapCountries.map((value) => ({ value, label: f.country(value) }))}
          onChange={({ target }) => {
            const country = mapCountries.find((one) => one === target.value)
            if (country) type({ country })
          }}
        />
        {waysOf(typed.country).length > 1 && (
          <SegmentedControl
            label={t('how')}
            value={way}
            segments={waysOf(typed.country).map((value) => ({ value, label: t(`hows.${value}`) }))}
            choose={(how) => type({ how })}
          />
        )}
        {way === 'postcode' ? (
          <Field
            label={t('postcode')}
            inputMode="numeric"
            autoComplete="postal-code"
            value={typed.postcode}
            onChange={({ target }) => type({ postcode: target.value })}
            hint={t('postcodeHint')}
            fault={
              faults.postcode
                ? t(`fault.postcode.${faults.postcode}`, { country: f.country(typed.country) })
                : null
            }
          />
        ) : (
          <Point typed={typed} faults={faults} type={type} />
        )}
        <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
        <DialogActions>
          {kept.place && (
            <Button
              kind="danger"
              busy={busy}
              onClick={() => void attempt(() => erasePlace(sn).then(() => end('removed')))}
            >
              {t('remove')}
            </Button>
          )}
          <Button kind="secondary" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? t('saving') : t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type PointProps = { typed: Typed; faults: Faults; type: (change: Partial<Typed>) => void }

/** The map, and the same point as two numbers. */
function Point({ typed, faults, type }: PointProps) {
  const { t } = useTranslation('place')
  const f = useFormats()
  const field = (name: 'latitude' | 'longitude') => (
    <Field
      label={t(name)}
      inputMode="text"
      autoComplete="off"
      value={typed[name]}
      onChange={({ target }) => type({ [name]: target.value })}
      hint={name === 'latitude' ? t('degreesHint') : null}
      fault={faults[name] ? t(`fault.${name}`) : null}
    />
  )
  return (
    <>
      <PlaceMap
        country={typed.country}
        point={pointOf(typed)}
        choose={(point) => type(degreesOf(point, f))}
      />
      <div className={styles.degrees}>
        {field('latitude')}
        {field('longitude')}
      </div>
    </>
  )
}
