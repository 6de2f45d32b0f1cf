import type { Balance, Month } from '@kellersonne/contract/energy/month'
import type { Formats } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { dayText, type Scene } from './wording.ts'

const columns = [
  ['yield', ({ pv }, f) => f.energy(pv)],
  ['consumption', ({ house }, f) => f.energy(house)],
  ['chargedOnly', ({ charge }, f) => f.energy(charge)],
  ['discharged', ({ discharge }, f) => f.energy(discharge)],
  ['feedIn', ({ feedIn }, f) => f.energy(feedIn)],
  ['import', (balance, f) => f.energy(balance.import)],
  ['selfSufficiency', ({ selfSufficiency }, f) => f.percent(selfSufficiency)],
  ['measuredShare', ({ measured }, f) => f.percent(measured)],
  ['importedShare', ({ imported }, f) => f.percent(imported)],
] as const satisfies readonly (readonly [
  string,
  (balance: Balance, f: Formats) => ReturnType<Formats['energy']>,
])[]

/** All numbers of a month for screen readers: the grid gives only the first of each day. */
export function NumbersTable({
  data: { month, days, total },
  scene: { today },
}: {
  data: Month
  scene: Scene
}) {
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const row = (key: string, name: string, balance: Balance) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {columns.map(([column, read]) => (
        <td key={column}>{f.text(read(balance, f))}</td>
      ))}
    </tr>
  )
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('numbers', { month: f.month(month, 'long', 'numeric') })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {columns.map(([column]) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.flatMap(({ day, balance }) => (day <= today ? [row(day, dayText(day, f), balance)] : []))}
        </tbody>
        <tfoot>{row('total', t('wholeMonth'), total)}</tfoot>
      </table>
    </div>
  )
}
