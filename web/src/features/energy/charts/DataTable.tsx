import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { DataColumn } from './columns.ts'
import styles from './DataTable.module.css'
import { sumOf } from './model/readOut.ts'

const ROWS = 200

type Props = {
  caption: string
  columns: readonly DataColumn[]
  /** The start of each row's step, ms. */
  starts: readonly number[]
  /** Describes a step in words. */
  at: (index: number) => string
}

/** The chart's data as numbers: W, Wh, V, %. */
export function DataTable({ caption, columns, starts, at }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const [wanted, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(starts.length / ROWS))
  const page = Math.min(wanted, pages - 1)
  const first = page * ROWS
  const number = (value: number | null, { unit }: DataColumn) =>
    value === null ? '–' : f.number(value, unit === 'V' || unit === '%' ? 1 : 0)
  const sums = columns.map(sumOf)
  return (
    <div className={styles.box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {columns.map(({ name, unit }) => (
                <th key={name} scope="col">
                  {name}
                  <span className={styles.unit}> {unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {starts.slice(first, first + ROWS).map((start, i) => (
              <tr key={start}>
                <th scope="row">{at(first + i)}</th>
                {columns.map((column) => (
                  <td key={column.name}>{number(column.values[first + i] ?? null, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {sums.some((sum) => sum !== null) && (
            <tfoot>
              <tr>
                <th scope="row">{t('sum')}</th>
                {columns.map((column, i) => (
                  <td key={column.name}>{sums[i] === null ? '' : number(sums[i] ?? null, column)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {pages > 1 && (
        <div className={styles.pager}>
          <Button kind="secondary" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('rowsBack')}
          </Button>
          <span role="status">
            {t('rows', {
              from: f.number(first + 1, 0),
              to: f.number(Math.min(starts.length, first + ROWS), 0),
              total: f.number(starts.length, 0),
            })}
          </span>
          <Button kind="secondary" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {t('rowsNext')}
          </Button>
        </div>
      )}
    </div>
  )
}
