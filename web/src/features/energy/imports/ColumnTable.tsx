import { importQuantities, importUnits, type MappedColumn } from '@kellersonne/contract/energy/imports'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import styles from './ColumnTable.module.css'
import { type Typed, unitNamed } from './typed.ts'

type Named = Omit<MappedColumn, 'index'>
type Props = {
  kind: 'columns' | 'statistics'
  header: readonly string[]
  columns: Typed['columns']
  name: (columns: Typed['columns']) => void
  fault: string | null
}

const isOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T | undefined =>
    known.find((one) => one === text)
const quantityIn = isOf(importQuantities)
const unitIn = isOf(importUnits)

/** Lets the owner name the contents of columns, with unit and sign; statistics have a unit of their own. */
export function ColumnTable({ kind, header, columns, name, fault }: Props) {
  const { t } = useTranslation('imports')
  const first = kind === 'columns' ? 1 : 0
  const usualOf = (index: number): Named => ({ quantity: 'pv', unit: unitNamed(header[index] ?? '') })
  function set(index: number, part: Partial<Named> | null) {
    const now = new Map(columns)
    if (part) now.set(index, { ...(now.get(index) ?? usualOf(index)), ...part })
    else now.delete(index)
    name(now)
  }
  return (
    <fieldset className={styles.columns} aria-invalid={fault !== null || undefined} tabIndex={-1}>
      <legend>{t(`${kind}Title`)}</legend>
      <p>{t(`${kind}Hint`)}</p>
      <ul>
        {header.slice(first).map((text, i) => {
          const index = i + first
          const word = text === '' ? t('nameless', { count: index + 1 }) : text
          const named = columns.get(index)
          return (
            <li key={index} data-named={named !== undefined || undefined}>
              <span title={word}>{word}</span>
              <Select
                label={t('quantityOf', { name: word })}
                labelHidden
                value={named?.quantity ?? ''}
                onChange={({ target }) => {
                  const quantity = quantityIn(target.value)
                  set(index, quantity ? { quantity } : null)
                }}
                options={[
                  { value: '', label: t('unused') },
                  ...importQuantities.map((value) => ({ value, label: t(`quantities.${value}`) })),
                ]}
              />
              {kind === 'columns' && named && (
                <Select
                  label={t('unitOf', { name: word })}
                  labelHidden
                  value={named.unit}
                  onChange={({ target }) => set(index, { unit: unitIn(target.value) ?? named.unit })}
                  options={importUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
