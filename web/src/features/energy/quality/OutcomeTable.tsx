import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { energyText, type JudgedDay } from './words.ts'

/** The numbers behind the picture, the newest first. */
export function OutcomeTable({ days }: { days: readonly JudgedDay[] }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const energy = (value: number | null) => energyText(value, f)
  return (
    <DataTable
      summary={t('table')}
      caption={t('chartTitle')}
      columns={[t('day'), t('range'), t('expected'), t('outcome')]}
      rows={days
        .toReversed()
        .map(({ day, low, high, expected, outcome }) => [
          f.date(new Date(`${day}T12:00:00Z`), 'UTC'),
          low === null || high === null ? '–' : `${energy(low)} – ${energy(high)}`,
          energy(expected),
          energy(outcome),
        ])}
    />
  )
}
