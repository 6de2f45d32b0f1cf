import { setTimeout as pause } from 'node:timers/promises'
import { outcomeMessage, stateMessage } from '@kellersonne/device-kit/messages'
import { openMqttSession } from '@kellersonne/device-kit/mqtt-session'
import { startTicker } from '@kellersonne/device-kit/ticker'
import { openDevices } from '../devices/open-devices.ts'
import type { Log } from '../log.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Settings } from '../settings/settings.ts'
import { openDatabase } from '../store/database.ts'
import { openOutbox } from '../store/outbox.ts'
import { judgeSigns } from '../system/signs.ts'
import { momentOf } from '../system/system.ts'
import { openBudget } from '../transports/budget.ts'
import { clockError } from './clock-check.ts'
import { refusalOf } from './commands.ts'
import { watchConnection } from './connection-watch.ts'
import { watchDisk } from './disk-watch.ts'
import { openPending } from './pending.ts'
import { openPortalStream } from './portal-stream.ts'
import { openRemembered } from './remembered.ts'
import { stateOf } from './state.ts'
import { openStateReporter } from './state-reporter.ts'

export type GatewayDeps = {
  readonly profiles: Readonly<Record<string, Profile>>
  /** Path of the state file. */
  readonly stateFile: string
  /** ms UTC. */
  readonly clock: () => number
  /** In [0, 1). */
  readonly jitter: () => number
  readonly log: Log
}

/** Owners send a few a day. */
const COMMANDS = { most: 30, perSecond: 1 }
const SECOND = 1000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The longest a reading waits for slow devices, in ms and as a share of the interval. */
const WAIT_MS = 2000
const WAIT_SHARE = 0.8

/** Runs a gateway. Throws a `SettingsFault` if the state file cannot be used. */
export function startGateway(settings: Settings, { profiles, stateFile, clock, jitter, log }: GatewayDeps) {
  const { serial_number: sn, secret, broker_url: brokerUrl, broker_certificate: ca, url } = settings.portal
  const db = openDatabase(stateFile)
  const outbox = openOutbox(db, settings.max_state_mb)
  const remembered = openRemembered(db)
  const devices = openDevices(settings, { profiles, clock, log })
  let known = remembered.memory.load()
  const watch = watchConnection(clock)
  const disk = watchDisk(log)
  const { tryToWrite } = disk
  const pending = openPending((entry) => outbox.add(entry, () => remembered.memory.save(known)))
  let moment = momentOf([], settings, known, clock())
  const commandBudget = openBudget(COMMANDS)
  let clockAhead = 0
  let checkedAt = Number.NEGATIVE_INFINITY

  const session = openMqttSession({
    ...{ sn, secret, brokerUrl, ca, jitter },
    openStream: () => openPortalStream(brokerUrl, ca, watch.onFault),
    // Acknowledgements arrive in a callback of the connection, where an error would end the process.
    backlog: { ...outbox, acknowledge: (batch) => tryToWrite(() => outbox.acknowledge(batch)) },
    unacknowledged: remembered.messages.load(),
    greeting: () => stateMessage(sn, currentState(), clock()),
    onCommand,
    onDelivered: () => undefined,
    onFault: watch.onFault,
  })
  const reportState = openStateReporter(sn, session)

  const statuses = () => devices.map((device) => device.status())
  const currentState = () => stateOf({ ...moment, devices: statuses(), signs: judgeSigns(known.signs) })

  function onCommand(payload: string) {
    // Each is written to disk twice. An ignored one expires.
    if (!commandBudget.spend(1)) return
    const refusal = refusalOf(payload, remembered.commands.load(), clock())
    if (refusal === null) return
    session.enqueue([outcomeMessage(sn, refusal.outcome)])
    tryToWrite(() => {
      remembered.commands.save(refusal.known)
      remembered.messages.save([...session.unacknowledged()])
    })
    session.post()
  }
  async function checkClock(at: number) {
    checkedAt = at
    const ahead = await clockError(url, clock)
    if (ahead !== 0 && clockAhead === 0) log('clock is wrong: no readings are taken until it is right')
    clockAhead = ahead
    // Offline there is no hurry, and a clock far ahead that nobody has corrected yet would make all readings too old.
    if (ahead === 0 && session.up()) tryToWrite(() => outbox.dropTooOld(clock()))
  }
  /** Every hour; at once if the clock was put back since the last check, and every minute until it is right. */
  const isCheckDue = (at: number) =>
    at < checkedAt || at - checkedAt >= (clockAhead === 0 ? HOUR_MS : MINUTE_MS)
  const isDue = (pollS: number, at: number, before: number) =>
    Math.floor(at / (SECOND * pollS)) !== Math.floor(before / (SECOND * pollS))
  let lastAt = Number.NEGATIVE_INFINITY
  const period = SECOND * settings.interval_s
  const wait = Math.min(WAIT_MS, WAIT_SHARE * period)

  /** Polls the devices that are due, then stores a reading and reports the state. */
  async function round(at: number) {
    const due = devices.filter(({ pollS }) => isDue(pollS, at, lastAt))
    lastAt = at
    const waiting = new AbortController()
    const polls = Promise.all(due.map((device) => device.poll()))
    await Promise.race([polls, pause(wait, undefined, { signal: waiting.signal }).catch(() => undefined)])
    waiting.abort()
    if (closed || clockAhead !== 0) return
    moment = momentOf(statuses(), settings, known, at)
    known = moment.memory
    if (moment.reading !== null) {
      const stored = pending.add({ at, text: JSON.stringify(moment.reading) })
      if (!stored && pending.waiting() === 1) log(`state file: ${pending.reason()}`)
    }
    reportState(currentState(), at)
    tryToWrite(() => remembered.messages.save([...session.unacknowledged()]))
    session.post()
  }
  let closed = false
  let running = checkClock(clock())
  const stop = startTicker(period, clock, () => {
    // A multiple of the interval, so that one reading falls exactly on the end of each quarter of an hour.
    const at = period * Math.floor(clock() / period)
    watch.look(session.up())
    if (isCheckDue(at)) void checkClock(at)
    running = running.then(() => round(at)).catch((error: unknown) => log(`round failed: ${String(error)}`))
  })

  return {
    devices,
    status: () => ({
      ...{ sn, up: session.up(), held: outbox.held() + pending.waiting(), clockAhead },
      devices: statuses(),
      ...{ values: moment.values, summed: moment.summed, capacityWh: moment.capacityWh },
      ...{ signs: judgeSigns(known.signs), heldBack: known.heldBack },
      uplink: { fault: watch.fault(), detail: watch.detail() },
      disk: {
        fault: pending.reason() ?? disk.fault(),
        bytes: outbox.bytes(),
        lost: outbox.lost(),
        dropped: pending.dropped(),
      },
    }),
    async close() {
      closed = true
      stop()
      await running
      if (!pending.flush())
        log(`readings lost: ${pending.waiting()}, as they could not be written to disk (${pending.reason()})`)
      await Promise.all([session.close(), ...devices.map((device) => device.close())])
      tryToWrite(() => remembered.messages.save([...session.unacknowledged()]))
      db.close()
    },
  }
}
export type GatewayStatus = ReturnType<ReturnType<typeof startGateway>['status']>
