import { faces, GaugeFace, type GaugeProps } from './GaugeFace.tsx'

/** The sun gauge on its own. `label` is what it says to a reader who does not see it; none = decoration. */
export function SunGauge({ label, ...face }: GaugeProps & { label?: string }) {
  const reach = faces[face.size ?? 'normal'].outer + 1
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg width={2 * reach} height={2 * reach} viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} {...spoken}>
      <GaugeFace {...face} />
    </svg>
  )
}
