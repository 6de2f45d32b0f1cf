import { join } from 'node:path'
import { openBacklog } from '@kellersonne/device-kit/backlog'
import { readKey } from '@kellersonne/device-kit/ddi/offer'
import { openFirmwareStore } from '@kellersonne/device-kit/ddi/store'
import { stateMessage } from '@kellersonne/device-kit/messages'
import { openMqttSession } from '@kellersonne/device-kit/mqtt-session'
import { startTicker } from '@kellersonne/device-kit/ticker'
import { openUpdater } from '../firmware/updater.ts'
import { openMeter } from '../plant/meter.ts'
import { initialPlant, type Sample, STORAGE } from '../plant/plant.ts'
import { nextTemperatures, type Temperatures } from '../plant/temperatures.ts'
import { handleMessage } from './commands.ts'
import { conditionWhenNew, inUpdateMode, isWorking, settle, type Turn } from './condition.ts'
import { loadMemory, saveMemory } from './memory.ts'
import { toEntry, toState } from './payloads.ts'
import { openReporter } from './reporter.ts'
import { type Settings, UNSET } from './settings.ts'
import type { UnitDeps, UnitSettings } from './unit-settings.ts'

const DAY = 86_400_000
const THIN_MS = 3_600_000
const TICK_MS = 1000

/** Runs a unit on its own. Throws if its state cannot be read or written. */
export function startUnitRuntime(own: UnitSettings, { site, now, jitter, onFault }: UnitDeps) {
  const { sn, phase, intervalMs } = own
  const clock = () => now().getTime()
  const path = join(own.stateDir, sn)
  const memory = loadMemory(`${path}.json`)
  const known = memory?.plant ?? initialPlant(phase, clock() - own.historyDays * DAY)
  const plant = { site, phase, battery: STORAGE }
  let condition = memory?.condition ?? conditionWhenNew(own.firstMessage, clock())
  let settings = UNSET
  let temperatures: Temperatures | null = null
  let [powered, plugged] = [true, true]
  /** True if the cable is to be pulled once everything has been delivered. */
  let unplugWhenDelivered = false
  const done = { reading: 0, thinning: clock() }
  let closing: Promise<void> | undefined

  const backlog = openBacklog(`${path}.backlog`, memory ? known.at : 0)
  const keep = (samples: readonly Sample[]) => condition.mainSwitch && backlog.add(samples.map(toEntry))
  const meter = openMeter(
    { ...own, plant, known, works: isWorking(condition), prepares: memory === null },
    clock(),
    keep,
  )
  const session = openMqttSession({
    ...own,
    ca: null,
    jitter,
    backlog,
    unacknowledged: memory?.letters ?? [],
    greeting: () => stateMessage(sn, currentState(), clock()),
    onCommand,
    onDelivered: () => unplugWhenDelivered && plug(false),
    onFault: () => undefined,
  })
  const reporter = openReporter(sn, session)
  const firmware = openFirmwareStore(path, own.versions)
  const updater = openUpdater(own, {
    ...{ store: firmware, key: readKey(own.firmwareKey), clock, jitter },
    updateMode: () => inUpdateMode(condition),
    connected: () => powered && plugged,
  })

  function currentState() {
    const sample = meter.sample()
    temperatures = nextTemperatures(temperatures, sample)
    const versions = firmware.versions()
    return toState({ condition, plant: meter.state(), sample, temperatures, versions, settings })
  }
  const save = () =>
    saveMemory(`${path}.json`, { plant: meter.state(), condition, letters: [...session.unacknowledged()] })
  /** Stores the reading before sending it, so that what has been sent is never measured again. */
  function measure() {
    if (!powered) return save()
    done.reading = clock()
    const sample = meter.measure(done.reading, { works: isWorking(condition), hold: settings.hold })
    keep([sample])
    reporter.sendDue(done.reading)
    reporter.state(currentState(), settings.sensors === null, done.reading)
    save()
    session.post()
  }
  function change(turn: Turn) {
    condition = turn.condition
    follow()
    reporter.answer(turn.outcomes, settings.answering.manner, clock())
    measure()
  }
  function onCommand(payload: string) {
    const { manner, reason } = settings.answering
    const { calibrates, ...turn } = handleMessage(
      condition,
      payload,
      clock(),
      manner === 'refuses' ? reason : null,
    )
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
    else if (reporter.sendDue(at)) session.post()
    reporter.repeat(currentState(), isWorking(condition), at)
    // With nothing to deliver, no acknowledgement comes.
    if (unplugWhenDelivered && session.delivered()) plug(false)
    if (at - done.thinning >= THIN_MS) {
      done.thinning = at
      backlog.thin(at)
    }
  }
  function plug(into: boolean) {
    unplugWhenDelivered = false
    plugged = into
    session.plug(powered && plugged)
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
    session.silence(settings.silent)
    measure()
  }
  async function end() {
    stop()
    await Promise.all([updater.close(), session.close()])
    save()
  }
  const stop = startTicker(Math.min(TICK_MS, intervalMs), clock, () => {
    try {
      tick()
    } catch (error) {
      onFault(`Unit ${sn}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  follow()
  measure()

  return {
    board: session,
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
    forgetAnswers: reporter.forget,
    /** Restores the firmware its chips ran when new. */
    renewFirmware: firmware.renew,
    /** Pulls the cable once everything has been delivered. */
    leave() {
      unplugWhenDelivered = true
    },
    /** Disconnects and saves everything; further calls wait for the same. */
    close() {
      closing ??= end()
      return closing
    },
  }
}
