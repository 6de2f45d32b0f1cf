import { counterToWire } from '@kellersonne/contract/energy/counters'
import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../../ui/controls/TextLink.tsx'
import { correctionsAddress } from '../../corrections/address.ts'

/** Beyond these, a list would be longer than the chart. */
const MOST = 3

/** True if one step of the chart holds the time wholly, so that its sum has the gap's energy. */
const isWithinStep = ({ edges }: GraphData, from: number, until: number) =>
  edges.some((edge, i) => edge <= from && (edges[i + 1] ?? edge) >= until)

/** A form takes whole seconds. */
const inSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)

/** What counters say that no step shows: energies over gaps, and rises that are not counted. */
export function CounterNotes({ data }: { data: GraphData }) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const [first = 0, last = 0] = [data.edges[0], data.edges.at(-1)]
  const at = (ms: number) => `${f.date(new Date(ms), data.timeZone)}, ${f.time(new Date(ms), data.timeZone)}`
  const gaps = data.energyGaps.filter(
    ({ from, until, pv }) =>
      pv !== null && from >= first && until <= last && !isWithinStep(data, from, until),
  )
  return (
    <>
      {gaps.slice(0, MOST).map(({ sn, from, until, pv }) => (
        <span key={`${sn} ${from}`}>
          {t('overGap', { energy: f.text(f.energy(pv)), from: at(from), until: at(until) })}
        </span>
      ))}
      {data.jumps.slice(0, MOST).map(({ sn, counter, from, until, before, after }) => (
        <span key={`${sn} ${counter} ${from}`}>
          {t('jump', {
            counter: t(`counters.${counter}`),
            before: f.text(f.energy(before)),
            after: f.text(f.energy(after)),
            at: at(until),
          })}{' '}
          <TextLink
            to={correctionsAddress({
              ...{ sn, kind: 'value', counter: counterToWire[counter], from: inSeconds(until) },
            })}
            aria-label={t('correctJumpOf', { counter: t(`counters.${counter}`), at: at(until) })}
          >
            {t('correctJump')}
          </TextLink>
        </span>
      ))}
    </>
  )
}
