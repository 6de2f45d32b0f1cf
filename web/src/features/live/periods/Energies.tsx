import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker } from '../../../ui/feedback/Marker.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './PeriodsCard.module.css'
import { energyNames } from './periods.ts'
import { usePeriods } from './usePeriods.ts'

const markers = { pv: 'pv', house: 'load', import: 'import', feedIn: 'feed-in' } as const
const words = {
  pv: 'day.pvEnergy',
  house: 'day.houseEnergy',
  import: 'day.importEnergy',
  feedIn: 'day.feedInEnergy',
} as const

/** A table of both; `labelledBy`: the id of its heading. */
export function Energies({ view, labelledBy }: { view: LiveViewModel; labelledBy: string }) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const { today, month, year, failed } = usePeriods(view.active, view.values.timeZone, !view.cut)
  // Empty while it loads: "–" would mean that it is unknown.
  const energy = ({ energies, waiting }: typeof month, name: (typeof energyNames)[number]) =>
    waiting ? '' : f.text(f.energy(energies?.[name] ?? null))
  return (
    <>
      <table
        className={styles.table}
        aria-labelledby={labelledBy}
        aria-busy={month.waiting || year.waiting || undefined}
      >
        <thead>
          <tr>
            <td />
            <th scope="col">{f.month(today, 'long')}</th>
            <th scope="col">{today.slice(0, 4)}</th>
          </tr>
        </thead>
        <tbody>
          {energyNames.map((name) => (
            <tr key={name}>
              <th scope="row">
                <Marker name={markers[name]} size={11} /> {t(words[name])}
              </th>
              <td>{energy(month, name)}</td>
              <td>{energy(year, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failed && <p className={styles.failed}>{t('unavailable')}</p>}
    </>
  )
}
