import { rem } from '../../styles/rem.ts'
import { strokes } from '../compose.ts'
import { SAMPLE, type Sample } from './sample.ts'
import { SIGN_BOX, signs } from './signs.ts'

const MIDDLE = SIGN_BOX / 2

/** A piece of a line with its stroke and shape, for a legend. */
export const LineSample = ({ line, stroke, sign }: Omit<Sample & { kind: 'line' }, 'kind'>) => (
  <svg
    width={rem(SAMPLE.width)}
    height={rem(SIGN_BOX)}
    viewBox={`0 0 ${SAMPLE.width} ${SIGN_BOX}`}
    aria-hidden="true"
  >
    <path
      d={`M0 ${MIDDLE}h${SAMPLE.width}`}
      stroke={`var(${line})`}
      strokeWidth={2}
      strokeDasharray={strokes[stroke].join(' ')}
    />
    {sign && (
      <path d={signs[sign]} transform={`translate(${SAMPLE.width / 2 - MIDDLE})`} fill={`var(${line})`} />
    )}
  </svg>
)
