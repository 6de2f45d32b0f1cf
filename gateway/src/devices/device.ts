import { FormulaFault } from '../profiles/expressions.ts'
import { fieldNames } from '../profiles/fields.ts'
import type { Measure } from '../profiles/measures.ts'
import type { Profile } from '../profiles/profile.ts'
import type { DeviceSettings } from '../settings/settings.ts'
import { connectionFault, DeviceFault } from '../transports/fault.ts'
import type { OpenTransport } from '../transports/open.ts'
import type { DeviceConnection, Fields } from '../transports/transport.ts'
import { formulasOf, type Values, valuesOf } from './values.ts'

export type DeviceDeps = {
  readonly openTransport: OpenTransport
  /** ms UTC. */
  readonly clock: () => number
  /** Called for the first of several equal faults in a row; `onBack` once the device answers again. */
  readonly onFault: (device: string, fault: DeviceFault) => void
  readonly onBack: (device: string) => void
}
export type DeviceStatus = {
  readonly name: string
  readonly profile: Profile
  readonly host: string
  /** Seconds between two polls. */
  readonly pollS: number
  /** The measures that the device supports. */
  readonly able: ReadonlySet<Measure>
  readonly values: Values
  /** Fields as the device sent them. */
  readonly raw: Fields
  readonly fault: DeviceFault | null
  /** When it last answered, ms UTC; null = never. */
  readonly answeredAt: number | null
}

/** A poll that takes longer is aborted. */
const POLL_MS = 15_000
/** By then a device that publishes unasked has sent every field it has. */
const LISTEN_MS = 10 * 60_000

const optionsOf = ({ options }: Profile, given: DeviceSettings['options']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(options).map(([key, { default: usual }]) => [key, String(usual ?? '')]),
  ),
  ...given,
})
const faultOf = (error: unknown) =>
  error instanceof FormulaFault
    ? new DeviceFault('formula', '', error.message.slice(0, 200))
    : connectionFault(error)

/** Opens a device, which reads its values by the formulas of its profile each time it is polled. */
export function openDevice(own: DeviceSettings, profile: Profile, deps: DeviceDeps) {
  const { clock } = deps
  const options = optionsOf(profile, own.options)
  const formulas = formulasOf(profile)
  const named = fieldNames(profile.transport, options)
  const seen = new Set<string>()
  let connection: DeviceConnection | null = null
  let values: Values = new Map()
  let raw: Fields = new Map()
  let fault: DeviceFault | null = null
  let answeredAt: number | null = null
  let firstAt: number | null = null
  let busy = false
  let last = Promise.resolve()
  let deadline = new AbortController()

  /** True if one poll shows all fields a device has; one that publishes unasked reveals them over time. */
  const answersAsAWhole = profile.transport.kind === 'modbus' || profile.transport.kind === 'http'
  function able(): ReadonlySet<Measure> {
    const shown = firstAt !== null && clock() - firstAt >= (answersAsAWhole ? 0 : LISTEN_MS)
    const there = shown ? seen : named
    return new Set(
      [...formulas]
        .filter(([, { names }]) => [...names].some((name) => there.has(name)))
        .map(([measure]) => measure),
    )
  }
  const connect = () =>
    deps.openTransport(profile.transport, {
      ...{ host: own.host, port: own.port ?? null, unit: own.unit ?? null },
      ...{ options, certificate: own.certificate ?? null, clock },
    })
  /** Aborts a poll that takes too long; the next one gets a deadline of its own. */
  function abort() {
    if (!busy) return
    const missed = deadline
    deadline = new AbortController()
    missed.abort(new DOMException('too long', 'TimeoutError'))
  }
  /** One timer for all polls, which each starts again. */
  const limit = setTimeout(abort, POLL_MS).unref()
  async function round() {
    busy = true
    limit.refresh()
    try {
      connection ??= connect()
      const fields = await connection.read(deadline.signal)
      const current = await valuesOf(formulas, fields, own.invert, clock())
      if (fault) deps.onBack(own.name)
      ;[raw, values, fault, answeredAt] = [fields, current, null, clock()]
      // An earlier answer from the future came while the clock was ahead.
      firstAt = Math.min(firstAt ?? answeredAt, answeredAt)
      for (const name of fields.keys()) seen.add(name)
    } catch (error) {
      const found = faultOf(error)
      if (found.code !== fault?.code) deps.onFault(own.name, found)
      ;[fault, values] = [found, new Map()]
    } finally {
      busy = false
    }
  }
  return {
    name: own.name,
    pollS: profile.poll_s,
    /** Reads the device once; joins a poll that is still in progress. Never rejects. */
    poll(): Promise<void> {
      if (!busy) last = round()
      return last
    },
    status: (): DeviceStatus => ({
      ...{
        name: own.name,
        profile,
        host: own.host,
        pollS: profile.poll_s,
        able: able(),
        values,
        raw,
        fault,
        answeredAt,
      },
    }),
    close: async () => connection?.close(),
  }
}
