import type { SocStep } from '@kellersonne/core/energy/forecast/charge'
import { timeOfDay } from '@kellersonne/core/time/days'
import { mean, type Percent, type Watts, watts } from '@kellersonne/core/units/units'

/** One row per this many hours of the clock. */
const HOURS = 3

/** What is expected until an instant, and the state of charge at that time. */
export type StepShown = {
  readonly until: Date
  readonly pv: Watts
  readonly load: Watts
  readonly soc: Percent
}

const isShown = (until: Date, timeZone: string) => {
  const [hour, minute] = timeOfDay(until, timeZone).split(':').map(Number)
  return minute === 0 && (hour ?? 0) % HOURS === 0
}

/** Merges quarter-hour steps up to every third hour of the day, and the last one. */
export function stepsShown(steps: readonly SocStep[], timeZone: string): StepShown[] {
  const shown: StepShown[] = []
  let open: SocStep[] = []
  for (const [i, step] of steps.entries()) {
    open.push(step)
    if (!isShown(step.until, timeZone) && i < steps.length - 1) continue
    const hours = open.map(({ from, until }) => until.getTime() - from.getTime())
    const average = (of: (step: SocStep) => Watts) => mean(open.map(of), hours) ?? watts(0)
    shown.push({
      until: step.until,
      pv: average(({ pv }) => pv),
      load: average(({ load }) => load),
      soc: step.soc[1],
    })
    open = []
  }
  return shown
}
