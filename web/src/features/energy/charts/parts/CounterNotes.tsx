import { counterToWire } from '@kellersonne/contract/energy/counters'
import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../../ui/controls/TextLink.tsx'
import { correctionsAddress } from '../../corrections/address.ts'
import type { System } from '../model/selection.ts'
import styles from './CounterNotes.module.css'

/** Beyond these, a list would be longer than the chart. */
const MOST = 3

/** True if one step of the chart holds the time wholly, so that its sum has the gap's energy. */
const isWithinStep = ({ edges }: GraphData, from: number, until: number) =>
  edges.some((edge, i) => edge <= from && (edges[i + 1] ?? edge) >= until)

/** A form takes whole seconds. */
const inSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)

type Note = { key: string; text: string; link?: { to: string; label: string } }
type Props = { data: GraphData; system: System; names: ReadonlyMap<SerialNumber, string> }

/** What counters say that no step shows: energies over gaps, rises that are not counted, and what powers contradict. */
export function CounterNotes({ data, system, names }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const [first = 0, last = 0] = [data.edges[0], data.edges.at(-1)]
  const at = (ms: number) => `${f.date(new Date(ms), data.timeZone)}, ${f.time(new Date(ms), data.timeZone)}`
  const of = (sn: SerialNumber) => (system === TOTAL ? `${names.get(sn) ?? sn}: ` : '')
  const gaps = data.energyGaps.filter(
    ({ from, until, pv }) =>
      data.energies && pv !== null && from >= first && until <= last && !isWithinStep(data, from, until),
  )
  const notes: Note[] = [
    ...gaps.slice(0, MOST).map(({ sn, from, until, pv }) => ({
      key: `gap ${sn} ${from}`,
      text: `${of(sn)}${t('overGap', { energy: f.text(f.energy(pv)), from: at(from), until: at(until) })}`,
    })),
    ...data.jumps.slice(0, MOST).map(({ sn, counter, until, before, after }) => ({
      key: `jump ${sn} ${counter} ${until}`,
      text: `${of(sn)}${t('jump', {
        counter: t(`counters.${counter}`),
        before: f.text(f.energy(before)),
        after: f.text(f.energy(after)),
        at: at(until),
      })}`,
      link: {
        to: correctionsAddress({
          ...{ sn, kind: 'value', counter: counterToWire[counter], from: inSeconds(until) },
        }),
        label: t('correctJumpOf', { counter: t(`counters.${counter}`), at: at(until) }),
      },
    })),
    ...data.disagreements.slice(0, MOST).map(({ sn, flow, counted, fromPowers }) => ({
      key: `disagreement ${sn} ${flow}`,
      text: `${of(sn)}${t('disagreement', {
        flow: t(`meteredFlows.${flow}`),
        counted: f.text(f.energy(counted)),
        fromPowers: f.text(f.energy(fromPowers)),
      })}`,
    })),
  ]
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map(({ key, text, link }) => (
        <li key={key}>
          {text}
          {link && (
            <>
              {' '}
              <TextLink to={link.to} aria-label={link.label}>
                {t('correctJump')}
              </TextLink>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
