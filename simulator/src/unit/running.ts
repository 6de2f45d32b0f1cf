import { join } from 'node:path'
import { readKey } from '../firmware/firmware.ts'
import { openFirmwareStore } from '../firmware/store.ts'
import { openUpdater } from '../firmware/updater.ts'
import { openMeter } from '../plant/meter.ts'
import { installed, type Sample, STORAGE } from '../plant/plant.ts'
import { type Temperatures, warmed } from '../plant/temperatures.ts'
import { openBacklog } from '../uplink/backlog.ts'
import { openBoard } from '../uplink/board.ts'
import { everyBeat } from './beat.ts'
import { hear } from './commands.ts'
import { inUpdateMode, SWITCHED_ON, settle, type Turn, works } from './condition.ts'
import { recall, remember } from './memory.ts'
import { type Settings, UNSET } from './settings.ts'
import { openSpeech } from './speech.ts'
import type { UnitDeps, UnitSettings } from './unit.ts'
import { stateLetter, toEntry, toState } from './words.ts'

const DAY = 86_400_000
const THIN_MS = 3_600_000
const TICK_MS = 1000

/** Runs a unit on its own. Throws if its state cannot be read or written. */
export function runUnit(own: UnitSettings, { site, now, jitter, onFault }: UnitDeps) {
  const { sn, phase, intervalMs } = own
  const clock = () => now().getTime()
  const path = join(own.stateDir, sn)
  const memory = recall(`${path}.json`)
  const known = memory?.plant ?? installed(phase, clock() - own.historyDays * DAY)
  const plant = { site, phase, battery: STORAGE }
  let condition = memory?.condition ?? SWITCHED_ON
  let settings = UNSET
  let temperatures: Temperatures | null = null
  let [powered, plugged] = [true, true]
  /** True if the cable is to be pulled once everything has been delivered. */
  let leaving = false
  const done = { reading: 0, thinning: clock() }
  let closing: Promise<void> | undefined

  const backlog = openBacklog(`${path}.backlog`, memory ? known.at : 0)
  const keep = (samples: readonly Sample[]) => condition.mainSwitch && backlog.add(samples.map(toEntry))
  const meter = openMeter({ ...own, plant, known, works: works(condition) }, clock(), keep)
  const board = openBoard({
    ...own,
    jitter,
    backlog,
    letters: memory?.letters ?? [],
    greeting: () => stateLetter(sn, currentState(), clock()),
    onCommand: obeyed,
  })
  const speech = openSpeech(sn, board)
  const firmware = openFirmwareStore(path, own.versions)
  const updater = openUpdater(own, {
    ...{ store: firmware, key: readKey(own.firmwareKey), clock, jitter },
    updateMode: () => inUpdateMode(condition),
    connected: () => powered && plugged,
  })

  function currentState() {
    const sample = meter.sample()
    temperatures = warmed(temperatures, sample)
    const versions = firmware.versions()
    return toState({ condition, plant: meter.state(), sample, temperatures, versions, settings })
  }
  const save = () =>
    remember(`${path}.json`, { plant: meter.state(), condition, letters: [...board.letters()] })
  /** Stores the reading before sending it, so that what has been sent is never measured again. */
  function measure() {
    if (!powered) return save()
    done.reading = clock()
    const sample = meter.measure(done.reading, { works: works(condition), hold: settings.hold })
    keep([sample])
    speech.sayDue(done.reading)
    speech.state(currentState(), settings.sensors === null, done.reading)
    save()
    board.post()
  }
  function change(turn: Turn) {
    condition = turn.condition
    follow()
    speech.answer(turn.outcomes, settings.answering.manner, clock())
    measure()
  }
  function obeyed(payload: string) {
    const { manner, reason } = settings.answering
    const { calibrates, ...turn } = hear(condition, payload, clock(), manner === 'refuses' ? reason : null)
    if (calibrates) meter.turn({ task: 'calibrate' })
    if (turn.outcomes.length > 0) change(turn)
  }
  /** Runs installed firmware as soon as the unit is switched on. */
  function follow() {
    if (powered && condition.mainSwitch) updater.boot()
    updater.follow()
  }
  function tick() {
    if (!powered) return
    const at = clock()
    const turn = settle(condition, at)
    if (turn.condition !== condition) change(turn)
    else if (Math.floor(at / intervalMs) !== Math.floor(done.reading / intervalMs)) measure()
    else if (speech.sayDue(at)) board.post()
    speech.repeat(currentState(), works(condition), at)
    if (leaving && board.delivered()) plug(false)
    if (at - done.thinning >= THIN_MS) {
      done.thinning = at
      backlog.thin(at)
    }
  }
  function plug(into: boolean) {
    leaving = false
    plugged = into
    board.plug(powered && plugged)
    follow()
  }
  /** Without power the unit does nothing at all. */
  function power(on: boolean) {
    powered = on
    plug(plugged)
    measure()
  }
  function set(changed: Partial<Settings>) {
    settings = { ...settings, ...changed }
    board.silence(settings.silent)
    measure()
  }
  async function end() {
    stop()
    await Promise.all([updater.close(), board.close()])
    save()
  }
  const stop = everyBeat(Math.min(TICK_MS, intervalMs), clock, () => {
    try {
      tick()
    } catch (error) {
      onFault(`Unit ${sn}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  follow()
  measure()

  return {
    board,
    updater,
    condition: () => condition,
    settings: () => settings,
    state: currentState,
    sample: meter.sample,
    held: backlog.held,
    measure,
    change,
    plug,
    power,
    powered: () => powered,
    plugged: () => plugged,
    set,
    turnBattery: meter.turn,
    forgetAnswers: speech.forget,
    /** Restores the firmware its chips ran when new. */
    renewFirmware: firmware.renew,
    /** Pulls the cable once everything has been delivered. */
    leave() {
      leaving = true
    },
    /** Disconnects and saves everything; further calls wait for the same. */
    close() {
      closing ??= end()
      return closing
    },
  }
}
