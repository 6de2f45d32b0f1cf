import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { networkOf, siteOf } from '../rate-limits/network.ts'

type Address = string | undefined
/** Groups addresses into places, each of which may have so many connections that have not signed in. */
type Bound = { readonly of: (address: Address) => string; readonly most: number }

/** Hundreds of units of one carrier or installer may reconnect at the same moment; as many sites as in HTTP share a server. */
const BOUNDS: readonly Bound[] = [
  { of: networkOf, most: 256 },
  { of: siteOf, most: 1000 },
  { of: () => 'everywhere', most: 10_000 },
]

type Waiting = { readonly name: string; readonly socket: Socket; readonly address: Address }

/** Returns the same name for a TLS connection and the socket below it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** A set that has a random member at hand, however many there are. */
function openCrowd() {
  const members: Waiting[] = []
  const placeOf = new Map<Waiting, number>()
  return {
    size: () => members.length,
    random: () => members[randomInt(members.length)],
    add(one: Waiting) {
      placeOf.set(one, members.push(one) - 1)
    },
    remove(one: Waiting) {
      const place = placeOf.get(one)
      const last = members.at(-1)
      if (place === undefined || last === undefined) return
      members[place] = last
      placeOf.set(last, place)
      members.pop()
      placeOf.delete(one)
    },
  }
}

function openPlaces({ of, most }: Bound) {
  const crowds = new Map<string, ReturnType<typeof openCrowd>>()
  return {
    /** Returns the one that has to make room for another connection from there, if there is no room. */
    inTheWay(address: Address): Waiting | undefined {
      const crowd = crowds.get(of(address))
      return crowd && crowd.size() >= most ? crowd.random() : undefined
    },
    add(one: Waiting) {
      const crowd = crowds.get(of(one.address)) ?? openCrowd()
      crowds.set(of(one.address), crowd)
      crowd.add(one)
    },
    remove(one: Waiting) {
      const crowd = crowds.get(of(one.address))
      crowd?.remove(one)
      if (crowd?.size() === 0) crowds.delete(of(one.address))
    },
  }
}

/**
 * Limits the connections of a network, of a site and of all that have not signed in yet. Once signed in, a connection is its
 * unit's only one and no longer counts. Where there is no room, a random one is closed for the next: neither silent nor fast
 * clients can keep others out for long.
 */
export function openPendingConnections(bounds = BOUNDS) {
  const places = bounds.map(openPlaces)
  const waiting = new Map<string, Waiting>()

  function remove(one: Waiting | undefined) {
    if (one === undefined) return
    waiting.delete(one.name)
    for (const place of places) place.remove(one)
  }
  return {
    /** Adds a new connection. */
    enter(socket: Socket) {
      const one = { name: nameOf(socket), socket, address: socket.remoteAddress }
      // A closed socket has lost its address, which another one may have by now.
      remove(waiting.get(one.name))
      for (const place of places) {
        const other = place.inTheWay(one.address)
        remove(other)
        other?.socket.destroy()
      }
      waiting.set(one.name, one)
      for (const place of places) place.add(one)
      socket.once('close', () => {
        if (waiting.get(one.name) === one) remove(one)
      })
    },
    /** Removes a connection that has signed in. */
    leave: (socket: Socket) => remove(waiting.get(nameOf(socket))),
    /** Returns the number of connections that have not signed in. */
    size: () => waiting.size,
  }
}
export type PendingConnections = ReturnType<typeof openPendingConnections>
