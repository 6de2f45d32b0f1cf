import { isVersion } from '@kellersonne/core/firmware/versions'
import { flags, isFlag } from '@kellersonne/core/messages/messages'
import { MAX_AHEAD_MS } from '@kellersonne/core/telemetry/readings'
import { Untried, Wrong } from '../report.ts'
import { when } from '../watch.ts'
import type { Bench } from './bench.ts'

const ENOUGH = 3
/** W: the three powers are not measured at the same instant. */
const TOLERANCE_W = 100
const counters = ['pv', 'import', 'feed_in', 'charge', 'discharge'] as const

/** Judges the readings that have come so far, by their times. */
export async function readingSteps({ steps, watch, received }: Bench) {
  const sorted = () =>
    received
      .readings()
      .map(({ reading }) => reading)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const enough = (signal: AbortSignal) =>
    watch.until(`${ENOUGH} readings`, () => when(received.total() >= ENOUGH), signal)
  const came = await steps.step('messages.md#reading', 'sends readings', async (signal) => {
    await enough(signal)
    return undefined
  })
  if (!came) return
  await steps.step(
    'messages.md#times',
    'measures now, by a clock that is right to two minutes',
    async (signal) => {
      await enough(signal)
      // The one that came soonest: others may have waited, or been under way for long.
      const delay = Math.min(...received.readings().map(({ delayMs }) => Math.abs(delayMs)))
      if (delay > MAX_AHEAD_MS) throw new Wrong(`no reading is less than ${Math.round(delay / 1000)} s off`)
      return undefined
    },
  )
  await steps.step('messages.md#energies', 'has counters that do not fall', async (signal) => {
    await enough(signal)
    for (const name of counters) {
      const values = sorted().flatMap((reading) => reading.energy_wh?.[name] ?? [])
      if (values.some((value, i) => value < (values[i - 1] ?? 0))) throw new Wrong(`${name} falls`)
    }
    if (sorted().every(({ energy_wh }) => !energy_wh))
      throw new Untried('it sends no energy_wh: its owner sees no energies')
    return undefined
  })
  await steps.step('messages.md#reading', 'has powers whose signs fit together', async (signal) => {
    await enough(signal)
    const loads = sorted().flatMap(({ grid_w: grid, pv_w: pv, battery_w: battery }) =>
      typeof grid === 'number' && typeof pv === 'number' && typeof battery === 'number'
        ? [grid + pv + battery]
        : [],
    )
    if (loads.length === 0) throw new Untried('no reading has all three powers')
    const least = Math.min(...loads)
    if (least < -TOLERANCE_W)
      throw new Wrong(`grid_w + pv_w + battery_w, the load of the house, is ${least} W`)
    return undefined
  })
}

/** Judges the contents of the received states. */
export async function stateSteps({ steps, received }: Bench) {
  const states = () => received.states().map(({ state }) => state)
  await steps.step('messages.md#flags', 'has each flag in its list', async () => {
    for (const list of ['message1', 'message2'] as const)
      for (const code of states().flatMap((state) => state[list] ?? []))
        if (isFlag(code) && flags[code].group !== list) throw new Wrong(`${code} is in ${list}`)
    return undefined
  })
  await steps.step('messages.md#state', 'has versions that can be compared', async () => {
    const versions = states().flatMap((state) => Object.entries(state.versions ?? {}))
    const odd = versions.find(([chip, version]) => !isVersion(version) || !/^[a-z][a-z0-9_-]*$/.test(chip))
    if (odd) throw new Wrong(`${odd[0]} ${odd[1]} is never updated`)
    if (versions.length === 0) throw new Untried('it reports no versions: it is never updated')
    return undefined
  })
}

/** Judges everything received during the whole test. */
export const soundness = ({ steps, received }: Bench) =>
  steps.step('messages.md', 'has sent nothing but messages as described', async () => {
    const [first, ...others] = received.faults()
    if (first === undefined) return undefined
    throw new Wrong(others.length === 0 ? first : `${first}; and ${others.length} more`)
  })
