import type { CorrectionPreview } from '@kellersonne/contract/energy/corrections'
import { wireCounters } from '@kellersonne/contract/energy/counters'
import { dayOf } from '@kellersonne/core/time/days'
import { known, type WattHours } from '@kellersonne/core/units/units'
import { useEffect, useId, useRef } from 'react'
import { UNKNOWN } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import type { CorrectionForm as Wanted } from '../../api/corrections.ts'
import styles from './Preview.module.css'

type Props = {
  answer: CorrectionPreview
  apply: () => void
  busy: boolean
  form: Wanted
  timeZone: string
}

/** What a correction would change, and the button that makes it. */
export function Preview({ answer, apply, busy, form: { kind, counter }, timeZone }: Props) {
  const { t } = useTranslation('corrections')
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview is announced again
  useEffect(() => title.current?.focus(), [answer])
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id} ref={title} tabIndex={-1}>
        {t('previewTitle')}
      </h3>
      {answer.from === null || answer.until === null ? (
        <p>{t('unchanged')}</p>
      ) : (
        <>
          <Sums energies={answer.energies} from={answer.from} until={answer.until} timeZone={timeZone} />
          {kind === 'implausible' && <p>{t('notKnown')}</p>}
        </>
      )}
      {kind === 'implausible' && counter === undefined && <p>{t('hidden')}</p>}
      <div className={styles.actions}>
        <Button onClick={apply} busy={busy}>
          {busy ? t('applying') : t('apply')}
        </Button>
      </div>
    </section>
  )
}

type SumsProps = {
  energies: CorrectionPreview['energies']
  from: string
  until: string
  timeZone: string
}

function Sums({ energies, from, until, timeZone }: SumsProps) {
  const { t } = useTranslation('corrections')
  const f = useFormats()
  const [first, last] = [new Date(from), new Date(Date.parse(until) - 1)]
  const isOneDay = dayOf(first, timeZone) === dayOf(last, timeZone)
  const days = { from: f.date(first, timeZone), until: f.date(last, timeZone) }
  const text = (energy: number | null) => f.text(f.energy(known<WattHours>(energy)))
  function difference(current: number | null, corrected: number | null) {
    if (current === null || corrected === null) return UNKNOWN
    const sign = corrected > current ? '+' : ''
    return sign + text(corrected - current)
  }
  return (
    <table className={styles.sums}>
      <caption>{t(isOneDay ? 'sumsOfDay' : 'sums', days)}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('current')}</th>
          <th scope="col">{t('corrected')}</th>
          <th scope="col">{t('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {wireCounters.map((one) => {
          const { current, corrected } = energies[one]
          return (
            <tr key={one} data-changed={current !== corrected || undefined}>
              <th scope="row">{t(`counters.${one}`)}</th>
              <td>{text(current)}</td>
              <td>{text(corrected)}</td>
              <td>{difference(current, corrected)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
