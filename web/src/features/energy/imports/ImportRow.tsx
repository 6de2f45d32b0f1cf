import { wireCounters } from '@kellersonne/contract/energy/counters'
import type { EnergyImport } from '@kellersonne/contract/energy/imports'
import { dayOf } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../changes/ChangeList.module.css'
import { useFocusOnceUndone } from '../changes/useFocusOnceUndone.ts'
import { useSpanText } from './useSpanText.ts'

type Props = { made: EnergyImport; busy: boolean; undo: () => void; timeZone: string; now: Date }

/** An import: its file's format, its time and sums, when it was made and undone. */
export function ImportRow({ made, busy, undo, timeZone, now }: Props) {
  const { t } = useTranslation('imports', 'changes')
  const f = useFormats()
  const span = useSpanText(timeZone)
  const { sn, made_at: madeAt, undone_at: undoneAt } = made
  const row = useFocusOnceUndone(undoneAt !== null)
  const [what, when] = [t(`formats.${made.format}`), span(made)]
  const moment = (at: string) => f.moment(new Date(at), now, timeZone)
  const sums = wireCounters.flatMap((one) => {
    const energy = made.energies[one]
    return energy === null ? [] : [`${t(`counters.${one}`)} ${f.text(f.energy(wattHours(energy)))}`]
  })
  const chart = `/charts?${new URLSearchParams({ date: dayOf(new Date(made.from), timeZone), sn })}`
  return (
    <li ref={row} tabIndex={-1} className={styles.row} data-undone={undoneAt !== null || undefined}>
      <div>
        <p className={styles.what}>{`${what}, ${when}`}</p>
        <p>{sums.join(' · ')}</p>
        <p className={styles.made}>
          {t('changes:made', { at: moment(madeAt) })}
          {undoneAt !== null && ` · ${t('changes:undone', { at: moment(undoneAt) })}`}
        </p>
        {undoneAt === null && (
          <TextLink to={chart} aria-label={t('inChartOf', { when })}>
            {t('inChart')}
          </TextLink>
        )}
      </div>
      {undoneAt === null && (
        <Button kind="secondary" busy={busy} aria-label={t('undoOf', { what, when })} onClick={undo}>
          {t('changes:undo')}
        </Button>
      )}
    </li>
  )
}
