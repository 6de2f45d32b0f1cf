import { createSocket, type Socket } from 'node:dgram'
import type { MulticastTransport } from '../../profiles/json.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import { filled, required } from '../options.ts'
import type { DeviceConnection, Field, Fields, Place } from '../transport.ts'
import { type Spoken, spokenIn } from './speedwire.ts'

const SECOND = 1000
/** Between two attempts to join the group of a meter that is not heard. */
const REOPEN_MS = 30 * SECOND
/** So many other meters are remembered, and listed; their serial numbers are whatever anybody on the network sends. */
const MOST_OTHERS = 4
const rawNumber = (number: number | undefined) => (number === undefined ? '' : `0x${number.toString(16)}`)

/**
 * Listens to a meter that multicasts its measurements on the network. Without a serial number it is the only one: where
 * another is received besides, anybody may have sent either, and no value counts until the settings name one.
 */
export function openMulticast(transport: MulticastTransport, place: Place): DeviceConnection {
  const group = required(transport.group, place.options)
  const given = transport.serial === undefined ? null : filled(transport.serial, place.options)
  let last: { readonly spoken: Spoken; readonly at: number } | null = null
  /** When other meters last sent something, by serial number. */
  const others = new Map<string, number>()
  let fault: DeviceFault | null = null
  let serial = given

  let socket = open()
  let openedAt = place.clock()

  function open(): Socket {
    const mine = createSocket({ type: 'udp4', reuseAddr: true })
    const note = (found: DeviceFault) => {
      if (mine === socket) fault = found
    }
    mine.on('error', (error) => note(connectionFault(error)))
    mine.on('message', take)
    mine.bind(place.port ?? transport.port, () => {
      try {
        if (place.host === '') mine.addMembership(group)
        else mine.addMembership(group, place.host)
      } catch (error) {
        note(connectionFault(error, group))
      }
    })
    return mine
  }
  function take(bytes: Buffer) {
    const spoken = spokenIn(bytes)
    if (spoken === null) return
    serial ??= spoken.serial
    if (spoken.serial === serial) last = { spoken, at: place.clock() }
    else if (given === null && (others.has(spoken.serial) || others.size < MOST_OTHERS))
      others.set(spoken.serial, place.clock())
  }
  /** Joins the group anew: a network that comes after the gateway, or comes back, knows nothing of it. */
  function reopen() {
    if (Math.abs(place.clock() - openedAt) < REOPEN_MS) return
    openedAt = place.clock()
    socket.close()
    fault = null
    socket = open()
  }

  return {
    read(): Promise<Fields> {
      if (fault) {
        const found = fault
        reopen()
        return Promise.reject(found)
      }
      const now = place.clock()
      const oldest = now - SECOND * transport.ttl_s
      // What came while the clock was ahead must not count as current until then.
      if (last !== null && last.at > now) last = { ...last, at: now }
      for (const [other, at] of others) if (at > now) others.set(other, now)
      for (const [other, at] of others) if (at < oldest) others.delete(other)
      if (others.size > 0)
        return Promise.reject(new DeviceFault('several', group, [serial, ...others.keys()].join(' ')))
      if (last === null || last.at < oldest) {
        reopen()
        return Promise.reject(new DeviceFault('silent', group))
      }
      const { spoken, at } = last
      const fields = Object.entries(transport.fields).map(([name, { index, kind, scale }]) => {
        const number = (kind === 'value' ? spoken.values : spoken.counters).get(index)
        const field: Field = {
          value: number === undefined ? null : number * scale,
          raw: () => rawNumber(number),
          at,
        }
        return [name, field] as const
      })
      return Promise.resolve(new Map(fields))
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
