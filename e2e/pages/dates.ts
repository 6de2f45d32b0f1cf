const HOUR_MS = 3_600_000

/** The calendar day at the demo's systems. */
const dayAt = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(at)

/** The day `count` days ago at the demo's systems: `2026-06-09`. */
export function daysBack(count: number): string {
  const noon = new Date(`${dayAt(Date.now())}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - count)
  return noon.toISOString().slice(0, 10)
}

/** Matches the date of a page opened on this day or later: two days if midnight has passed meanwhile. */
export const todaySince = (day: string) => (day === daysBack(0) ? day : `(${day}|${daysBack(0)})`)

/** 23, 24 or 25. */
export function hoursOf(day: string): number {
  const first = Date.parse(`${day}T00:00:00Z`) - 3 * HOUR_MS
  return Array.from({ length: 30 }, (_, i) => dayAt(first + i * HOUR_MS)).filter((one) => one === day).length
}
