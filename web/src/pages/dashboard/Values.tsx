import { batteryFlow, IDLE_W } from '@kellersonne/core/power'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../i18n/format.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Age, LastOnlineShort } from '../../shell/live/LastOnline.tsx'
import type { Overview } from '../../shell/live/overview.ts'
import type { LiveView } from '../../shell/live/useOverview.ts'
import { Button } from '../../ui/Button.tsx'
import { GaugeNumber } from '../../ui/gauge/GaugeNumber.tsx'
import type { SectionProps } from '../../ui/section/Section.tsx'
import { useShape } from '../../ui/useShape.ts'
import { cards } from './cards/cards.ts'
import { PlainCard, StateCards } from './cards/StateCards.tsx'
import { captions } from './hero/captions.ts'
import { Hero, Said } from './hero/Hero.tsx'
import { MiniGauges } from './hero/MiniGauges.tsx'
import { phrases } from './hero/phrases.ts'
import { Today } from './hero/Today.tsx'
import { OpenMessages } from './messages/OpenMessages.tsx'

/** The page once values have come. */
export function Values({ view, connection, choose, retry }: LiveView) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const shape = useShape()
  const { lastOnline, timeZone } = view.values
  const said = phrases(view, { t, f })
  const pictured = captions(view, { t, f, short: shape !== 'wide' })
  const online = { lastOnline, timeZone, connection, silent: view.silent }
  return (
    <>
      <Hero
        shape={shape}
        said={
          <Said
            {...said}
            dense={view.silent}
            beside={shape === 'phone' && !view.silent && <LastOnlineShort {...online} />}
          >
            {view.silent && (
              <Button kind={view.cut ? 'primary' : 'secondary'} onClick={retry}>
                <IconRefresh size={18} stroke={1.5} aria-hidden />
                {view.cut ? t('failed.retry') : t('checkNow')}
              </Button>
            )}
          </Said>
        }
        section={{ ...drawn(view, f), captions: pictured, label: spoken(said.sentence, pictured) }}
        minis={<MiniGauges {...view} choose={choose} />}
        today={<Today view={view} />}
      />
      <StateCards
        cards={cards(view, { t, f })}
        last={
          shape === 'phone' && (
            <PlainCard caption={t('card.lastOnline')} note={timeZone}>
              {lastOnline ? <Age at={lastOnline} timeZone={timeZone} /> : '–'}
            </PlainCard>
          )
        }
      />
      <OpenMessages view={view} />
    </>
  )
}

function drawn(
  view: Overview,
  f: Formats,
): Pick<SectionProps, 'flows' | 'shining' | 'brightness' | 'battery' | 'core'> {
  const { powers, silent, flows, values, situation, chosen } = view
  const stopped = situation.stopped.length === chosen.length
  const charges = powers.battery !== null && batteryFlow(powers.battery) === 'charges'
  const pv = powers.pv ?? 0
  return {
    flows,
    shining: pv >= IDLE_W,
    brightness: values.pvPeak ? Math.min(1, pv / values.pvPeak) : 1,
    battery: { percent: values.soc, state: silent || stopped ? 'off' : charges ? 'charging' : 'on' },
    core: <GaugeNumber {...f.percent(values.soc)} />,
  }
}

/** The sentence and the four values, as one who does not see the drawing hears them. */
function spoken(sentence: string, pictured: SectionProps['captions']) {
  const values = Object.values(pictured).flatMap((caption) =>
    caption ? [[caption.word, caption.value, caption.unit, caption.note].filter(Boolean).join(' ')] : [],
  )
  return `${sentence.replaceAll('<br>', ' ')} ${values.join(', ')}`
}
