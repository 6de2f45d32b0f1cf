import type { DayBalance } from '@kellersonne/contract/energy/balance'
import { activityOf } from '@kellersonne/core/live/activity'
import { batteryFlow, IDLE_W } from '@kellersonne/core/units/power'
import { IconRefresh } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { GaugeNumber } from '../../../ui/gauge/GaugeNumber.tsx'
import type { Shape } from '../../../ui/hooks/useShape.ts'
import type { Topic } from '../explain/topics.ts'
import { gaugeOf } from '../model/gaugeOf.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import type { LiveView } from '../model/useLiveViewModel.ts'
import { LastOnlineShort } from '../parts/LastOnline.tsx'
import type { SectionProps } from '../section/Section.tsx'
import { countedOf, houseOf } from '../today/day.ts'
import { captions } from './captions.ts'
import { Hero, StatusHeadline } from './Hero.tsx'
import { MiniGauges } from './MiniGauges.tsx'
import { type Phrases, phrases } from './phrases.ts'
import { Today } from './Today.tsx'
import { useMarks } from './useMarks.ts'

type Props = LiveView & {
  /** The day's balance; null if there is none yet. */
  balance: DayBalance | null
  shape: Shape
  explain: (topic: Topic) => void
}

/** What the day's balance and the findings make of a line that all is well. unchecked: they have not arrived. */
const judgements = {
  noticed: { tone: 'warn', icon: 'warn' },
  unchecked: { tone: 'calm', icon: 'unknown' },
} as const

/** Live values as a sentence and a drawing. */
export function LiveHero({ view, connection, choose, retry, balance, shape, explain }: Props) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const { lastOnline, timeZone } = view.values
  const isContradictory = balance?.house.why === 'contradictory'
  const { marks, areKnown } = useMarks(view)
  const reported = phrases(view, isContradictory, { t, f })
  const judged = marks.size > 0 ? 'noticed' : balance === null || !areKnown ? 'unchecked' : null
  const headline: Phrases =
    reported.icon === 'fine' && judged
      ? { ...reported, ...judgements[judged], status: t(`status.${judged}`) }
      : reported
  const way = wayOn(view)
  const pictured = captions(view, { t, f, short: shape !== 'wide' })
  const soc = f.percent(view.values.soc)
  // Memoized by its text: a new element would re-render the gauge around it.
  const core = useMemo(() => <GaugeNumber value={soc.value} unit={soc.unit} />, [soc.value, soc.unit])
  const online = { lastOnline, timeZone, connection, offline: view.offline }
  return (
    <Hero
      shape={shape}
      headline={
        <StatusHeadline
          {...headline}
          dense={view.offline}
          beside={shape === 'phone' && !view.offline && <LastOnlineShort {...online} />}
        >
          {way && <TextLink to={way.to}>{t(way.word)}</TextLink>}
          {view.offline && way === null && (
            <Button kind={view.cut ? 'primary' : 'secondary'} onClick={retry}>
              <IconRefresh size={18} stroke={1.5} aria-hidden />
              {view.cut ? t('failed.retry') : t('checkNow')}
            </Button>
          )}
        </StatusHeadline>
      }
      section={{
        ...drawn(view),
        core,
        captions: pictured,
        marks,
        explain,
        label: spoken(headline.sentence, pictured),
      }}
      minis={<MiniGauges {...view} choose={choose} />}
      today={
        <Today
          view={view}
          house={houseOf(view, balance)}
          counted={countedOf(view, balance, { t, f })}
          explain={explain}
        />
      }
    />
  )
}

function drawn(
  view: LiveViewModel,
): Pick<SectionProps, 'flows' | 'moving' | 'shining' | 'brightness' | 'battery'> {
  const { powers, flows } = view.summary.doing
  const charges = powers.battery !== null && batteryFlow(powers.battery) === 'charges'
  const isAtRest = view.chosen.every((system) => gaugeOf(activityOf(system, view.now)) === 'off')
  const pv = powers.pv ?? 0
  return {
    flows,
    moving: !view.cut && !view.late,
    shining: pv >= IDLE_W,
    brightness: view.values.pvPeak ? Math.min(1, pv / view.values.pvPeak) : 1,
    battery: { percent: view.values.soc, state: isAtRest ? 'off' : charges ? 'charging' : 'on' },
  }
}

/** Where the owner goes on from the status line: back to an update, or to the battery that rests; null = nowhere. */
function wayOn({ summary: { status }, cut }: LiveViewModel) {
  if (cut || !('systems' in status)) return null
  const sn = status.systems[0]?.sn ?? ''
  switch (status.name) {
    case 'updating':
    case 'awaitsUpdate':
    case 'interrupted':
      return { to: `/update?sn=${sn}`, word: 'conditions.toUpdate' } as const
    case 'off':
    case 'standby':
    case 'refused':
      return { to: `/dashboard/batteries?sn=${sn}`, word: 'conditions.toBattery' } as const
    default:
      return null
  }
}

/** The sentence and the four values, as a text alternative to the drawing. */
function spoken(sentence: string, pictured: SectionProps['captions']) {
  const values = Object.values(pictured).flatMap((caption) =>
    caption ? [[caption.word, caption.value, caption.unit, caption.note].filter(Boolean).join(' ')] : [],
  )
  return `${sentence.replaceAll('\n', ' ')} ${values.join(', ')}`
}
