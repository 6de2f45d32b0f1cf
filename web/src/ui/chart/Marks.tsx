import type { ReactNode } from 'react'
import { rem } from '../styles/rem.ts'
import styles from './Chart.module.css'
import type { Range } from './lane.ts'
import { across, type Size } from './layout.ts'
import type { ChartState } from './state.ts'

/** An event at one time or over a period. */
export type Mark = {
  readonly id: string
  readonly at: number
  readonly until: number | null
  readonly icon: ReactNode
  readonly label: string
}

/** Marks closer together than this are merged; design px. */
const APART = 28

/** The marks within the view, chronological. */
export const marksIn = (marks: readonly Mark[], [from, to]: Range): Mark[] =>
  marks.filter(({ at, until }) => at <= to && (until ?? at) >= from).toSorted((a, b) => a.at - b.at)

/** Groups the marks within the view that are too close to be pressed separately; chronological. */
export function clusters(marks: readonly Mark[], view: Range, width: number): (readonly Mark[])[] {
  const found: Mark[][] = []
  const [from, to] = view
  for (const mark of marksIn(marks, view)) {
    const last = found.at(-1)
    const first = last?.[0]
    const near = first && ((Math.max(mark.at, from) - Math.max(first.at, from)) / (to - from)) * width < APART
    if (last && near) last.push(mark)
    else found.push([mark])
  }
  return found
}

type Props = {
  size: Size
  state: ChartState
  marks: readonly Mark[]
  open: (marks: readonly Mark[]) => void
}

/** Marks of events below the axis. */
export function Marks({ size, state, marks, open }: Props) {
  const [from, to] = state(({ view }) => view)
  const [left, right] = across(size)
  const x = (at: number) =>
    Math.min(right, Math.max(left, left + ((at - from) / (to - from)) * (right - left)))
  const spans = marks.flatMap(({ id, at, until }) =>
    until !== null && until > from && at < to ? [{ id, at, until }] : [],
  )
  return (
    <div className={styles.strip}>
      {spans.map(({ id, at, until }) => (
        <div
          key={id}
          className={styles.span}
          style={{ left: rem(x(at)), width: rem(Math.max(2, x(until) - x(at))) }}
        />
      ))}
      {clusters(marks, [from, to], right - left).map((cluster) => {
        const [first] = cluster
        if (!first) return null
        const label = cluster.map((mark) => mark.label).join(', ')
        return (
          <button
            data-paper
            key={first.id}
            type="button"
            className={styles.mark}
            style={{ left: rem(x(first.at)) }}
            title={label}
            onClick={() => open(cluster)}
          >
            <span className="visually-hidden">{label}</span>
            {first.icon}
            {cluster.length > 1 && (
              <span className={styles.count} aria-hidden>
                {cluster.length}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
