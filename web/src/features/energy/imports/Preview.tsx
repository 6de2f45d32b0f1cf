import { wireCounters } from '@kellersonne/contract/energy/counters'
import type { ImportPreview } from '@kellersonne/contract/energy/imports'
import { known, type WattHours } from '@kellersonne/core/units/units'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './Preview.module.css'
import { useSpanText } from './useSpanText.ts'

type Props = { answer: ImportPreview; apply: () => void; busy: boolean; timeZone: string }

const counts = ['added', 'measured', 'imported', 'hidden'] as const

/** What a file would add, what it would not, and the button that imports it. */
export function Preview({ answer, apply, busy, timeZone }: Props) {
  const { t } = useTranslation('imports')
  const span = useSpanText(timeZone)
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview is announced again
  useEffect(() => title.current?.focus(), [answer])
  const { from, until, energies } = answer
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id} ref={title} tabIndex={-1}>
        {t('previewTitle')}
      </h3>
      {from === null || until === null ? (
        <p>{t('nothing')}</p>
      ) : (
        <Sums energies={energies} caption={span({ from, until })} />
      )}
      <ul className={styles.counts}>
        {counts.map((name) => answer[name] > 0 && <li key={name}>{t(name, { count: answer[name] })}</li>)}
      </ul>
      {answer.refused > 0 && <Refused {...answer} />}
      {from !== null && (
        <div className={styles.actions}>
          <Button onClick={apply} busy={busy}>
            {busy ? t('applying') : t('apply')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Sums({ energies, caption }: { energies: ImportPreview['energies']; caption: string }) {
  const { t } = useTranslation('imports')
  const f = useFormats()
  return (
    <table className={styles.sums}>
      <caption>{caption}</caption>
      <tbody>
        {wireCounters.map((one) => (
          <tr key={one}>
            <th scope="row">{t(`counters.${one}`)}</th>
            <td>{f.text(f.energy(known<WattHours>(energies[one])))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Refused({ refused, refused_lines: lines }: Pick<ImportPreview, 'refused' | 'refused_lines'>) {
  const { t } = useTranslation('imports')
  return (
    <div className={styles.refused}>
      <p>{t('refused', { count: refused })}</p>
      <ul>
        {lines.map(({ line, reason }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line can be refused twice, and the list does not change
          <li key={i}>
            {line === null
              ? t('refusedWhole', { reason: t(`reasons.${reason}`) })
              : t('refusedLine', { line, reason: t(`reasons.${reason}`) })}
          </li>
        ))}
        {refused > lines.length && <li>{t('refusedMore')}</li>}
      </ul>
    </div>
  )
}
