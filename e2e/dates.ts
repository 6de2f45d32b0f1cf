/** A day of the demo's systems, so many before today: `2026-06-09`. */
export function daysBack(count: number): string {
  const at = new Date(Date.now() - count * 86_400_000)
  return new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(at)
}
