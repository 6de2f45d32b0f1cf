const HOUR_MS = 3_600_000

/** The day of the demo's systems at an instant. */
const dayAt = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(at)

/** A day of the demo's systems, so many before today: `2026-06-09`. */
export function daysBack(count: number): string {
  const noon = new Date(`${dayAt(Date.now())}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - count)
  return noon.toISOString().slice(0, 10)
}

/** What a page calls today if it was opened on this day or later: two days, where midnight came meanwhile. */
export const todaySince = (day: string) => (day === daysBack(0) ? day : `(${day}|${daysBack(0)})`)

/** 23, 24 or 25. */
export function hoursOf(day: string): number {
  const first = Date.parse(`${day}T00:00:00Z`) - 3 * HOUR_MS
  return Array.from({ length: 30 }, (_, i) => dayAt(first + i * HOUR_MS)).filter((one) => one === day).length
}
