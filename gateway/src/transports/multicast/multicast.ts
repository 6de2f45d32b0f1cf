import { createSocket, type Socket } from 'node:dgram'
import type { MulticastTransport } from '../../profiles/json.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import { filled, required } from '../options.ts'
import type { DeviceConnection, Field, Fields, Place } from '../transport.ts'
import { openMeters } from './meters.ts'
import { spokenIn } from './speedwire.ts'

const SECOND = 1000
/** Between two attempts to join the group of a meter that is not heard. */
const REOPEN_MS = 30 * SECOND
const rawNumber = (number: number | undefined) => (number === undefined ? '' : `0x${number.toString(16)}`)

/**
 * Listens to a meter that multicasts its measurements on the network. Without a serial number it is the only one: where
 * another is received besides, anybody may have sent either, and no value counts until one of them has been silent for
 * some minutes, or the settings name one.
 */
export function openMulticast(transport: MulticastTransport, place: Place): DeviceConnection {
  const group = required(transport.group, place.options)
  const given = transport.serial === undefined ? null : filled(transport.serial, place.options)
  const meters = openMeters(given, transport.ttl_s, place.clock)
  let fault: DeviceFault | null = null

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
    if (spoken !== null) meters.hear(spoken)
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
      const remembered = meters.remembered()
      if (remembered.size > 1)
        return Promise.reject(new DeviceFault('several', group, [...remembered.keys()].join(' ')))
      const [last] = remembered.values()
      if (last === undefined || last.at < place.clock() - SECOND * transport.ttl_s) {
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
