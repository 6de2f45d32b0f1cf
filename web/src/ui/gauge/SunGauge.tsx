import { rem } from '../styles/rem.ts'
import { faces, GaugeFace, type GaugeProps } from './GaugeFace.tsx'

/** A stand-alone sun gauge. The text beside it gives its number. */
export function SunGauge(face: GaugeProps) {
  const reach = faces[face.size ?? 'normal'].outer + 1
  return (
    <svg
      width={rem(2 * reach)}
      height={rem(2 * reach)}
      viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
      aria-hidden="true"
    >
      <GaugeFace {...face} />
    </svg>
  )
}
