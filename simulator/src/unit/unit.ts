import { displayOf } from '@kellersonne/core/messages/messages'
import { NO_FAULTS } from '../firmware/faults.ts'
import { type Hold, initialPlant } from '../plant/plant.ts'
import type { partOf } from '../plant/scenarios.ts'
import { activeCodes, factoryReset, setError, setMessage, switchMain } from './condition.ts'
import { UNSET } from './settings.ts'
import { startUnitRuntime } from './unit-runtime.ts'
import type { UnitDeps, UnitSettings } from './unit-settings.ts'

/** Starts a storage unit that runs until it is closed, and returns everything that can be done in front of it. */
export function startUnit(own: UnitSettings, deps: UnitDeps) {
  const { sn, phase, secret, code, fresh } = own
  const clock = () => deps.now().getTime()
  const runtime = startUnitRuntime(own, deps)
  const { board, condition, settings, change, plug, set } = runtime

  return {
    sn,
    phase,
    secret,
    code,
    fresh,
    /** Measures, stores and sends a reading now. */
    publish: runtime.measure,
    /** The switch on the cabinet. */
    switchMain: (on: boolean) => change(switchMain(condition(), on, clock())),
    /** Sets the display. Returns false if that is not possible: update mode needs the main switch off. */
    show(display: 'normal' | 'update') {
      if (display === 'update' && condition().mainSwitch) return false
      change({ condition: { ...condition(), display }, outcomes: [] })
      return true
    },
    /** A flag, or an unknown code. */
    setMessage: (name: string, raised: boolean) =>
      change({ condition: setMessage(condition(), name, raised, clock()), outcomes: [] }),
    /** A battery error; if not `dated`, an entry slot that was never written. */
    setError: (number: number, raised: boolean, dated: boolean) =>
      change({ condition: setError(condition(), number, raised, dated ? clock() : null), outcomes: [] }),
    /** The network cable; measuring continues without it. */
    plug,
    /** The plug in the wall. */
    power: runtime.power,
    /** Faults of its next update. */
    setFaults: runtime.updater.setFaults,
    /** Changes the given settings, and measures at once. */
    set,
    /** Overrides measured values; null releases them. */
    hold: (values: Partial<Hold>) => set({ hold: { ...settings().hold, ...values } }),
    /** Plays its part of a scenario; goes offline if it is `cut`. */
    play({ hold, task, cut }: ReturnType<typeof partOf>) {
      plug(true)
      runtime.turnBattery({ task })
      set({ hold })
      if (cut) runtime.leave()
    },
    /** Restores the factory state, except for the counters. */
    reset() {
      const { energy, task } = initialPlant(phase, clock()).battery
      runtime.power(true)
      plug(true)
      runtime.updater.setFaults(NO_FAULTS)
      runtime.renewFirmware()
      runtime.turnBattery({ energy, task })
      runtime.forgetAnswers()
      set(UNSET)
      change(factoryReset(condition()))
    },
    /** Returns the unit's current state. */
    view: () => ({
      sn,
      phase,
      code,
      fresh,
      online: board.up(),
      powered: runtime.powered(),
      plugged: runtime.plugged(),
      mainSwitch: condition().mainSwitch,
      held: runtime.held(),
      settings: settings(),
      sample: runtime.sample(),
      state: runtime.state(),
      messages: activeCodes(condition()).map((name) => ({ code: name, display: displayOf(name) })),
      raised: condition().raised,
      firmware: runtime.updater.view(),
    }),
    close: runtime.close,
  }
}
export type Unit = ReturnType<typeof startUnit>
