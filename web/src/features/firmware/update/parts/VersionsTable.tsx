import type { LiveSystem } from '@kellersonne/core/live/live'
import { plainName } from '@kellersonne/core/systems/names'
import { useId } from 'react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useVersionTexts } from '../../versions.ts'
import styles from './VersionsTable.module.css'

const heads = ['name', 'sn', 'state', 'versions'] as const

/** The current versions of each system (UPD-02). */
export function VersionsTable({ systems }: { systems: readonly LiveSystem[] }) {
  const { t } = useTranslation('flight')
  const words = useVersionTexts()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('table.title')}
      </h3>
      <table className={styles.table} aria-labelledby={id}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`table.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {systems.map(({ sn, phase, name, status, versions }) => (
            <tr key={sn} className={styles.row}>
              <th scope="row">{plainName({ sn, phase, name })}</th>
              <td>{sn}</td>
              <td>{t(`storage.${status ?? 'unknown'}`)}</td>
              <td>
                {Object.keys(versions).length === 0 && t('table.none')}
                <ul>
                  {Object.entries(versions).map(([chip, version]) => (
                    <li key={chip}>
                      {words.chip(chip)} <strong>{version}</strong>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
