import {
  type Method,
  methods,
  type Resolution,
  resolutions,
  resolutionsOf,
} from '@kellersonne/core/energy/charts'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import styles from './Controls.module.css'
import { type Comparison, comparisons, type Selection, type System } from './model/selection.ts'
import { isSensible, whySenseless } from './model/series.ts'

type Choice<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; name: string; offered: boolean }[]
  /** Why some options are missing: in a word, and in a sentence. */
  why: string
  hint: string
  choose: (value: V) => void
}

/** A choice whose options may not all make sense at the moment; omits those and says why. */
function Choose<V extends string>({ label, value, options, why, hint, choose }: Choice<V>) {
  const id = useId()
  const withheld = options.some(({ offered }) => !offered)
  return (
    <div className={styles.option}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.select}>
        <select
          id={id}
          value={value}
          title={withheld ? hint : undefined}
          aria-describedby={withheld ? `${id}-why` : undefined}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen) choose(chosen.value)
          }}
        >
          {options.map(({ value: one, name, offered }) => (
            <option key={one} value={one} disabled={!offered}>
              {offered ? name : `${name} · ${why}`}
            </option>
          ))}
        </select>
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </span>
      {withheld && (
        <span id={`${id}-why`} className="visually-hidden">
          {hint}
        </span>
      )}
    </div>
  )
}

type Props = { selection: Selection; select: (change: Partial<Selection>) => void }

/** Resolution and method. */
export function Options({ selection, select }: Props) {
  const { t } = useTranslation('charts')
  const { period, series, resolution, method } = selection
  return (
    <>
      <Choose<Resolution>
        label={t('resolution')}
        value={resolution}
        why={t('tooLong')}
        hint={t('resolutionHint')}
        options={resolutions.map((value) => ({
          value,
          name: t(`resolutions.${value}`),
          offered: resolutionsOf(period).includes(value),
        }))}
        choose={(value) => select({ resolution: value })}
      />
      <Choose<Method>
        label={t('method')}
        value={method}
        why={t(`methodWhy.${whySenseless(series)}`)}
        hint={t(`methodHint.${whySenseless(series)}`)}
        options={methods.map((value) => ({
          value,
          name: t(`methods.${value}`),
          offered: isSensible(series, value),
        }))}
        choose={(value) => select({ method: value })}
      />
    </>
  )
}

/** The comparison, and how a total is computed. */
export function ComparisonChoice({ selection, system, select }: Props & { system: System }) {
  const { t } = useTranslation('charts')
  const { method, comparison, balance } = selection
  const switchId = useId()
  return (
    <div className={styles.comparing}>
      <Choose<Comparison>
        label={t('compare')}
        value={comparison}
        why=""
        hint=""
        options={comparisons.map((value) => ({ value, name: t(`comparisons.${value}`), offered: true }))}
        choose={(value) => select({ comparison: value })}
      />
      {system === TOTAL && method !== 'sum' && (
        <div className={styles.option} title={t('balanceHint')}>
          <label htmlFor={switchId}>{t('balance')}</label>
          <Switch
            id={switchId}
            checked={balance}
            onChange={({ target }) => select({ balance: target.checked })}
          />
        </div>
      )}
    </div>
  )
}
