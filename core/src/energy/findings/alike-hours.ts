const HOUR_QUARTERS = 4
const HALF_HOUR_QUARTERS = 2
/** Below it, hours are alike because all of them are overcast; above, clouds and a low sun may explain them. */
const OVERCAST = 0.35
/** Of what clear skies bring: with one of two strings left, no hour yields more. */
export const HALF = 0.62
/** Hours this close to the best are alike, and so many of them, half an hour apart, are no chance of clouds. */
const CLOSE = 0.12
const FEWEST = 10

/** Means of the hours that begin each half an hour, of the quarters of one day. */
function hoursOf(shares: Float64Array): number[] {
  const hours: number[] = []
  for (let i = 0; i + HOUR_QUARTERS <= shares.length; i += HALF_HOUR_QUARTERS) {
    let sum = 0
    for (let quarter = i; quarter < i + HOUR_QUARTERS; quarter += 1) sum += shares[quarter] ?? 0
    hours.push(sum / HOUR_QUARTERS)
  }
  return hours
}

/**
 * Whether the best hours of some days are alike, and halfway below what clear skies bring. Clouds let hours differ and the sun
 * through now and then; where a part of the modules is missing, all hours of clear sky are missing the same share.
 * `days`: of each, the shares of its quarters.
 */
export function isHalved(days: readonly Float64Array[]): boolean {
  const hours = days.flatMap(hoursOf).toSorted((a, b) => b - a)
  // The very best may have been brightened by the edge of a cloud.
  const best = hours[1] ?? 0
  if (best < OVERCAST || best > HALF) return false
  return hours.filter((hour) => Math.abs(hour - best) <= CLOSE * best).length >= FEWEST
}
