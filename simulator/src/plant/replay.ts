import * as z from 'zod/mini'

/** A recorded household: mean powers in W per interval. null = missing. */
export type Recording = {
  /** Start of the first interval, ms UTC. */
  readonly start: number
  readonly step: number
  readonly pv: readonly (number | null)[]
  readonly load: readonly (number | null)[]
}

const WEEK = 7 * 86_400_000
const row = z.object({
  time: z.iso.datetime({ offset: true }),
  pv_w: z._default(z.string(), ''),
  load_w: z.string(),
})

const power = (field: string) => {
  const value = Number(field)
  return field.trim() === '' || !Number.isFinite(value) ? null : Math.max(0, value)
}

/**
 * Reads CSV with a header and at least the columns `time` (UTC, start of the interval) and `load_w`; `pv_w` is
 * optional. Rows in time order, gaps allowed. Throws if a row is invalid or there are fewer than two.
 */
export function readRecording(csv: string): Recording {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/)
  const names = header.split(',')
  const rows = lines.map((line) => {
    const fields = line.split(',')
    return row.parse(Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ''])))
  })
  const times = rows.map(({ time }) => Date.parse(time))
  const [start, last] = [times[0], times.at(-1)]
  const step = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? time)))
  if (start === undefined || last === undefined || !(step > 0 && step < Number.POSITIVE_INFINITY))
    throw new Error('a recording needs two rows or more, in the order of time')
  const pv: (number | null)[] = Array.from({ length: (last - start) / step + 1 }, () => null)
  const load = [...pv]
  rows.forEach(({ pv_w, load_w }, i) => {
    const index = Math.round(((times[i] ?? start) - start) / step)
    pv[index] = power(pv_w)
    load[index] = power(load_w)
  })
  return { start, step, pv, load }
}

/**
 * Returns the instant of the recording to use for `at`: a whole number of 52-week years away, or of weeks or days if
 * the recording is shorter.
 */
export function recordedInstant({ start, step, pv }: Recording, at: number): number {
  const length = pv.length * step
  const lap = [52 * WEEK, WEEK, WEEK / 7].find((span) => span <= length) ?? WEEK / 7
  const laps = Math.max(1, Math.floor(length / lap))
  const away = (at - start) % (laps * lap)
  return start + (away < 0 ? away + laps * lap : away)
}

/** Returns the powers recorded for an instant (ms UTC), in W; null if missing. */
export function recordedPowers(recording: Recording, at: number) {
  const index = Math.floor((recordedInstant(recording, at) - recording.start) / recording.step)
  return { pv: recording.pv[index] ?? null, load: recording.load[index] ?? null }
}
