import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Field as TextField } from '../../../../ui/controls/Field.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import styles from './Form.module.css'
import type { FormProps } from './props.ts'
import { isDoubled, partsOf, quarterTimes, timeAs } from './times.ts'

/** As browsers show a field for times that is empty. */
const NO_TIME = '--:--'

type Props = FormProps & { timeZone: string; today: string }

/** The begin or the end of a time: a day and a quarter of an hour. */
export function QuarterFields({
  name,
  typed,
  type,
  faultOf,
  timeZone,
  today,
}: Props & { name: 'from' | 'until' }) {
  const { t } = useTranslation('corrections')
  const [day, time] = [typed[`${name}Day`], typed[`${name}Time`]]
  const times = quarterTimes(day, timeZone, name === 'until')
  const isTwice = (one: string) => isDoubled({ day, time: one }, timeZone)
  function label(one: string) {
    const { clock, second } = partsOf(one)
    return isTwice(one) ? t(second ? 'second' : 'first', { time: clock }) : clock
  }
  const known = time === '' || times.includes(time)
  return (
    <div className={styles.pair}>
      <Day name={name} {...{ typed, type, faultOf, today }} />
      <Select
        label={t('time', { of: t(name) })}
        value={time}
        onChange={({ target }) => type(`${name}Time`, target.value)}
        fault={faultOf(`${name}Time`)}
        hint={times.some(isTwice) ? t('doubled') : null}
        options={[
          { value: '', label: NO_TIME },
          ...(known ? [] : [{ value: time, label: t('skipped', { time: partsOf(time).clock }) }]),
          ...times.map((value) => ({ value, label: label(value) })),
        ]}
      />
    </div>
  )
}

/** An instant: a day, a time, and which of the two if clocks show it twice. */
export function InstantFields({ typed, type, faultOf, timeZone, today }: Props) {
  const { t } = useTranslation('corrections')
  const { atDay: day, atTime: time } = typed
  const { clock, second } = partsOf(time)
  return (
    <div className={styles.pair}>
      <Day name="at" {...{ typed, type, faultOf, today }} />
      <TextField
        type="time"
        label={t('time', { of: t('at') })}
        value={clock}
        step={clock.length > 'hh:mm'.length ? 1 : 60}
        onChange={({ target }) => type('atTime', timeAs(target.value, second))}
        fault={faultOf('atTime')}
      />
      {isDoubled({ day, time }, timeZone) && (
        <Select
          label={t('which')}
          value={second ? 'second' : 'first'}
          onChange={({ target }) => type('atTime', timeAs(clock, target.value === 'second'))}
          hint={t('doubled')}
          options={(['first', 'second'] as const).map((value) => ({
            value,
            label: t(`whichTimes.${value}`),
          }))}
        />
      )}
    </div>
  )
}

function Day({
  name,
  typed,
  type,
  faultOf,
  today,
}: FormProps & { name: 'from' | 'until' | 'at'; today: string }) {
  const { t } = useTranslation('corrections')
  const field = `${name}Day` as const
  return (
    <TextField
      type="date"
      label={t('day', { of: t(name) })}
      value={typed[field]}
      max={today}
      onChange={({ target }) => type(field, target.value)}
      fault={faultOf(field)}
    />
  )
}
