import type { Flows } from '@kellersonne/core/energy/flows'
import { type AnimationEvent, memo, useEffect, useId, useRef } from 'react'
import type { Geometry } from './geometry.ts'
import { roofLine } from './House.tsx'
import { isSameLayout, layout } from './layout.ts'
import styles from './Ribbons.module.css'
import { CHEVRON_STEP, type Ribbon, type RibbonSegment } from './ribbon.ts'

/** The animation's cycle in the style sheet, s. */
const BASE_CYCLE = 2.6

type Props = { geometry: Geometry; flows: Flows | null }

/** Active flows and idle branches; below the roof. */
export const Ribbons = memo(
  function Ribbons({ geometry: g, flows }: Props) {
    const belowRoof = useId()
    const { ribbons, conduits } = layout(g, flows)
    return (
      <>
        <path className={styles.conduit} d={conduits.join('')} />
        <clipPath id={belowRoof}>
          <path d={`${roofLine(g)}H${g.width}V${g.height}H0V${g.house.eave}Z`} />
        </clipPath>
        <g clipPath={`url(#${belowRoof})`}>
          {ribbons.map((ribbon) => (
            <RibbonShape key={ribbon.flow} ribbon={ribbon} />
          ))}
        </g>
      </>
    )
  },
  (a, b) => a.geometry === b.geometry && isSameLayout(a.flows, b.flows),
)

function RibbonShape({ ribbon }: { ribbon: Ribbon }) {
  const id = useId()
  const { flow, width, path, head, from, to, fade, runs, cycle } = ribbon
  const line = (suffix: '' | '-fill') => (from === to ? `var(--ks-${to}${suffix})` : `url(#${id}${suffix})`)
  return (
    <g data-flow={flow}>
      {from !== to &&
        (['', '-fill'] as const).map((suffix) => (
          <linearGradient
            key={suffix}
            id={id + suffix}
            gradientUnits="userSpaceOnUse"
            x1={fade.start.x}
            y1={fade.start.y}
            x2={fade.end.x}
            y2={fade.end.y}
          >
            <stop stopColor={`var(--ks-${from}${suffix})`} />
            <stop offset="1" stopColor={`var(--ks-${to}${suffix})`} />
          </linearGradient>
        ))}
      <path className={styles.casing} d={path} stroke={line('')} strokeWidth={width + 1.5} />
      <path className={styles.head} d={head} data-energy={to} />
      <path className={styles.ribbon} d={path} stroke={line('-fill')} strokeWidth={width} />
      {runs.map((run, i) => (
        <Chevrons key={i === 0 ? 'first' : 'second'} run={run} width={width} cycle={cycle} />
      ))}
    </g>
  )
}

/** Chevrons that move one step per cycle along a straight run, clipped to it. */
function Chevrons({ run, width, cycle }: { run: RibbonSegment; width: number; cycle: number }) {
  const travel = useRef<Animation>(undefined)
  // Changing the duration would make them jump; changing the playback rate does not.
  const rate = BASE_CYCLE / cycle
  useEffect(() => travel.current?.updatePlaybackRate(rate), [rate])
  function begin({ currentTarget }: AnimationEvent<SVGPathElement>) {
    travel.current = currentTarget.getAnimations()[0]
    travel.current?.updatePlaybackRate(rate)
  }
  const tip = width * 0.19
  const wing = width * 0.34
  const whole = Math.max(1, Math.floor(run.length / CHEVRON_STEP))
  const stroke = Math.min(2.4, Math.max(1.4, width * 0.18))
  // The one waiting before the run must not be visible yet.
  const margin = Math.min((run.length - (whole - 1) * CHEVRON_STEP) / 2, CHEVRON_STEP - tip - stroke / 2)
  // One extra, so that the first moves in as the last moves out.
  const places = Array.from({ length: whole + 1 }, (_, i) => margin + CHEVRON_STEP * (i - 1))
  return (
    <g transform={`translate(${run.x} ${run.y}) rotate(${run.angle})`}>
      <svg
        y={-width / 2}
        width={run.length}
        height={width}
        viewBox={`0 ${-width / 2} ${run.length} ${width}`}
        aria-hidden="true"
      >
        <path
          className={styles.chevrons}
          onAnimationStart={begin}
          strokeWidth={stroke}
          d={places.map((x) => `M${x - tip} ${-wing}L${x + tip} 0L${x - tip} ${wing}`).join('')}
        />
      </svg>
    </g>
  )
}
