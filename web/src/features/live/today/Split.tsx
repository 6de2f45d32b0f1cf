import type { EnergyFlows } from '@kellersonne/core/energy/flows'
import { memo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker } from '../../../ui/feedback/Marker.tsx'
import styles from './Split.module.css'

/** The flows each energy consists of, and how they are drawn. */
const parts = {
  yield: [
    { flow: 'pvToHouse', marker: 'pv', word: 'toHouse' },
    { flow: 'pvToBattery', marker: 'battery', word: 'toBattery' },
    { flow: 'pvToGrid', marker: 'feed-in', word: 'toGrid' },
  ],
  consumption: [
    { flow: 'pvToHouse', marker: 'pv', word: 'fromSun' },
    { flow: 'batteryToHouse', marker: 'battery', word: 'fromBattery' },
    { flow: 'gridToHouse', marker: 'import', word: 'fromGrid' },
  ],
} as const

/** `flows` null = unknown. */
type Props = { of: keyof typeof parts; flows: EnergyFlows | null; old: boolean }

/** Where the yield went, or where the consumption came from: a proportional bar and its legend. */
export const Split = memo(function Split({ of, flows, old }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  return (
    <div className={styles.split} data-old={old || undefined}>
      <div className={styles.bar} aria-hidden="true">
        {parts[of].map(({ flow, marker }) => (
          <div
            key={flow}
            className={styles.part}
            data-part={marker}
            style={{ flexGrow: flows?.[flow] ?? 0 }}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-label={t(`split.${of}`)}>
        {parts[of].map(({ flow, marker, word }) => (
          <li key={flow}>
            <Marker name={marker} size={11} />
            {t(`split.${word}`)} <strong>{format.text(format.energy(flows?.[flow] ?? null))}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
})
