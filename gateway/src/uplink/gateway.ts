import { setTimeout as pause } from 'node:timers/promises'
import { outcomeMessage, stateMessage } from '@kellersonne/device-kit/messages'
import { openMqttSession } from '@kellersonne/device-kit/mqtt-session'
import { startTicker } from '@kellersonne/device-kit/ticker'
import * as z from 'zod/mini'
import { openDevice } from '../devices/device.ts'
import type { Log } from '../log.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Settings } from '../settings/settings.ts'
import { openDatabase } from '../store/database.ts'
import { openOutbox } from '../store/outbox.ts'
import { openRecall } from '../store/recall.ts'
import { memory, NO_MEMORY } from '../system/memory.ts'
import { judgeSigns } from '../system/signs.ts'
import { momentOf } from '../system/system.ts'
import { openTransports } from '../transports/open.ts'
import { clockError } from './clock-check.ts'
import { refusalOf } from './commands.ts'
import { watchConnection } from './connection-watch.ts'
import { openPending } from './pending.ts'
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

const SECOND = 1000
const HOUR_MS = 3_600_000
/** The longest a reading waits for slow devices, in ms and as a share of the interval. */
const WAIT_MS = 2000
const WAIT_SHARE = 0.8
const messages = z.array(z.object({ topic: z.string(), payload: z.string() }))

/** Runs a gateway. Throws a `SettingsFault` if the state file cannot be used. */
export function startGateway(settings: Settings, { profiles, stateFile, clock, jitter, log }: GatewayDeps) {
  const { serial_number: sn, secret, broker_url: brokerUrl, broker_certificate: ca, url } = settings.portal
  const db = openDatabase(stateFile)
  const outbox = openOutbox(db, settings.max_state_mb)
  const recall = {
    memory: openRecall(db, 'system', memory, NO_MEMORY),
    messages: openRecall(db, 'letters', messages, []),
    commands: openRecall(db, 'commands', z.array(z.string()), []),
  }
  const openTransport = openTransports()
  const devices = settings.devices.flatMap((own) => {
    const profile = profiles[own.name]
    const onFault = (name: string, fault: Error) => log(`${name}: ${fault.message}`)
    const onBack = (name: string) => log(`${name}: answers again`)
    return profile ? [openDevice(own, profile, { openTransport, clock, onFault, onBack })] : []
  })
  let known = recall.memory.load()
  const watch = watchConnection(clock)
  const pending = openPending((entry) => outbox.add(entry, () => recall.memory.save(known)))
  let moment = momentOf([], settings, known, clock())
  let clockAhead = 0
  let checkedAt = Number.NEGATIVE_INFINITY

  const session = openMqttSession({
    ...{ sn, secret, brokerUrl, ca, jitter },
    backlog: outbox,
    unacknowledged: recall.messages.load(),
    greeting: () => stateMessage(sn, currentState(), clock()),
    onCommand,
    onDelivered: () => undefined,
    onFault: watch.onFault,
  })
  const reportState = openStateReporter(sn, session)

  const statuses = () => devices.map((device) => device.status())
  const currentState = () => stateOf({ ...moment, devices: statuses() })

  function onCommand(payload: string) {
    const refusal = refusalOf(payload, recall.commands.load(), clock())
    if (refusal === null) return
    session.enqueue([outcomeMessage(sn, refusal.outcome)])
    tryToWrite(() => {
      recall.commands.save(refusal.known)
      recall.messages.save([...session.unacknowledged()])
    })
    session.post()
  }
  /** Writes to the state file, which must not stop the gateway if the disk is full: the next round writes it again. */
  function tryToWrite(write: () => void) {
    try {
      write()
    } catch (error) {
      log(`state file: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  async function checkClock(at: number) {
    checkedAt = at
    const ahead = await clockError(url, clock)
    if (ahead !== 0 && clockAhead === 0) log('clock is wrong: no readings are taken until it is right')
    clockAhead = ahead
  }
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
    tryToWrite(() => recall.messages.save([...session.unacknowledged()]))
    session.post()
  }
  let closed = false
  let running = checkClock(clock())
  const stop = startTicker(period, clock, () => {
    // A multiple of the interval, so that one reading falls exactly on the end of each quarter of an hour.
    const at = period * Math.floor(clock() / period)
    watch.look(session.up())
    if (at - checkedAt >= HOUR_MS) {
      void checkClock(at)
      tryToWrite(() => outbox.dropTooOld(at))
    }
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
        fault: pending.reason(),
        bytes: outbox.bytes(),
        lost: outbox.lost(),
        dropped: pending.dropped(),
      },
    }),
    async close() {
      closed = true
      stop()
      await running
      await Promise.all([session.close(), ...devices.map((device) => device.close())])
      tryToWrite(() => recall.messages.save([...session.unacknowledged()]))
      db.close()
    },
  }
}
export type GatewayStatus = ReturnType<ReturnType<typeof startGateway>['status']>
