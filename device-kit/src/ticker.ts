/** Calls `work` whenever the clock (ms UTC) passes a multiple of `period`; returns a function that stops it. */
export function startTicker(period: number, clock: () => number, work: () => void): () => void {
  const untilNext = () => period - (clock() % period)
  let timer = setTimeout(beat, untilNext())
  function beat() {
    timer = setTimeout(beat, untilNext())
    work()
  }
  return () => clearTimeout(timer)
}
