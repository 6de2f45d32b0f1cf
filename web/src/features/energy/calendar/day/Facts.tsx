import type { Balance } from '@kellersonne/contract/energy/month'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Marker, type MarkerName } from '../../../../ui/feedback/Marker.tsx'
import styles from './Facts.module.css'

/** Yield and self-sufficiency of a day or, side by side, of a month. */
export function Figure({ balance, wide = false }: { balance: Balance; wide?: boolean }) {
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const energy = f.energy(balance.pv)
  return (
    <div className={styles.figure} data-wide={wide || undefined}>
      <p>
        <strong>{energy.value}</strong> {t('sunEnergy', { unit: energy.unit })}
      </p>
      <p>
        <strong>{f.text(f.percent(balance.selfSufficiency))}</strong> {t('selfSufficiency')}
      </p>
    </div>
  )
}

/** The other energies of a day or a month. */
export function Facts({ balance }: { balance: Balance }) {
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const { house, charge, discharge, feedIn, import: drawn } = balance
  const charged = f.energy(charge)
  const discharged = f.energy(discharge)
  const both =
    charged.unit === discharged.unit
      ? `${charged.value} / ${f.text(discharged)}`
      : `${f.text(charged)} / ${f.text(discharged)}`
  const rows: readonly (readonly [MarkerName, string, string])[] = [
    ['load', t('consumption'), f.text(f.energy(house))],
    ['battery', t('charged'), both],
    ['feed-in', t('feedIn'), f.text(f.energy(feedIn))],
    ['import', t('import'), f.text(f.energy(drawn))],
  ]
  return (
    <dl className={styles.facts}>
      {rows.map(([marker, name, value]) => (
        <div key={marker}>
          <dt>
            <Marker name={marker} />
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
