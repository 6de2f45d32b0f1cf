import { HEARTBEAT_MS } from '@kellersonne/contract/live/live'
import type { FastifyBaseLogger } from 'fastify'
import { accountStore } from '../identity/accounts/store.ts'
import type { Db } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type EventStream, eventStream } from '../platform/http/event-stream.ts'
import type { Caller } from '../platform/http/mount.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import { systemAccess } from '../systems/access.ts'
import { OWNERSHIP, type OwnedSystem } from '../systems/store.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import { createChangedSystemsReader } from './changed-systems.ts'
import type { CurrentDataCache } from './current-data-cache.ts'

export const MAX_STREAMS = 20
const RETRY_AFTER_S = 2
const MAX_UNREAD = 256 * 1024

export type Deps = {
  readonly db: Db
  readonly notifier: ChangeNotifier
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly current: CurrentDataCache
  /** Calls back when a session has ended; returns a function that unsubscribes. */
  readonly onEnded: (session: string, onEnd: () => void) => () => void
}
/** `shown`: the systems it covers, once they are known. */
type Stream = { readonly channel: EventStream; readonly shown: Promise<readonly OwnedSystem[]> }

const sameSystems = (a: readonly OwnedSystem[], b: readonly OwnedSystem[]) =>
  a.length === b.length &&
  a.every(
    ({ id, since, name }, i) =>
      id === b[i]?.id && since.getTime() === b[i].since.getTime() && name === b[i].name,
  )

function finish(channel: EventStream) {
  channel.send('end', '')
  channel.end()
}

/** Collects clean-up functions to run at the end; one added after the end runs at once. */
function endings() {
  let over = false
  const stops: (() => void)[] = []
  return {
    add: (stop: () => void) => (over ? stop() : void stops.push(stop)),
    run() {
      over = true
      for (const stop of stops.splice(0)) stop()
    },
  }
}

/** Live streams to owners: all of their systems first, then each one that changes, until the session ends. */
export function createSseConnections({ db, notifier, now, log, current, onEnded }: Deps) {
  const open = new Map<string, Set<Stream>>()
  let closed = false
  const changedSystems = createChangedSystemsReader(db, now, log)

  /** Registers a stream; ends the owner's oldest one if there are too many. */
  function admit(owner: string, stream: Stream): () => void {
    const mine = open.get(owner) ?? new Set()
    const [oldest] = mine
    if (oldest && mine.size >= MAX_STREAMS) {
      mine.delete(oldest)
      finish(oldest.channel)
    }
    open.set(owner, mine.add(stream))
    return () => {
      mine.delete(stream)
      if (mine.size === 0 && open.get(owner) === mine) open.delete(owner)
    }
  }

  /** Sends the systems, then their changes. Watches before reading, so that no change is missed. */
  async function feed(channel: EventStream, owner: string, systems: readonly OwnedSystem[]) {
    const missed = new Set<number>()
    let onChange = (changed: readonly number[]) => {
      for (const id of changed) missed.add(id)
    }
    const unwatch = notifier.watch(new Set(systems.map(({ id }) => id)), (changed) => onChange(changed))
    try {
      const lang = (await accountStore(db).language(owner)) ?? 'de'
      channel.send('data', (await current.of(owner)).json)
      const listener = changedSystems.listen({
        owner,
        lang,
        systems: new Map(systems.map((system) => [system.id, system])),
        deliver: ({ json }) => channel.send('data', json),
      })
      onChange = listener.changed
      listener.changed([...missed])
      return () => {
        unwatch()
        listener.cancel()
      }
    } catch (error) {
      unwatch()
      throw error
    }
  }

  /** Ends the streams of an owner who has gained, lost or renamed a system, so that they reconnect. */
  async function recheck(owner: string) {
    const streams = [...(open.get(owner) ?? [])]
    if (streams.length === 0) return
    const owned = await systemAccess(db).all({ owner }, 'see')
    for (const { channel, shown } of streams)
      if (!sameSystems(await shown.catch(() => owned), owned)) channel.end()
  }
  const recheckSoon = (owner: string) => void recheck(owner).catch(logUnlessUnavailable(log))
  const recheckAll = () => {
    for (const owner of open.keys()) recheckSoon(owner)
  }
  const stopListening = db.listen(OWNERSHIP, recheckSoon, recheckAll)
  const heart = setInterval(() => {
    for (const streams of open.values()) for (const { channel } of streams) channel.beat()
    recheckAll()
  }, HEARTBEAT_MS).unref()

  return {
    async open({ owner, session, until }: Caller): Promise<EventStream> {
      const atEnd = endings()
      const channel = eventStream(MAX_UNREAD, atEnd.run)
      const over = () => finish(channel)
      atEnd.add(onEnded(session, over))
      const expiry = setTimeout(over, until.getTime() - now().getTime())
      atEnd.add(() => clearTimeout(expiry))
      try {
        const shown = systemAccess(db).all({ owner }, 'see')
        atEnd.add(admit(owner, { channel, shown }))
        // A stream requested just before the server closes would delay that.
        if (closed) channel.end()
        else atEnd.add(await feed(channel, owner, await shown))
        // It had to give way to newer ones before it could begin.
        if (channel.body.destroyed) throw new ApiError('unavailable', { retryAfter: RETRY_AFTER_S })
      } catch (error) {
        channel.drop()
        throw error
      }
      return channel
    },
    /** Ends all streams, including those opened later. */
    close() {
      closed = true
      clearInterval(heart)
      stopListening()
      for (const streams of open.values()) for (const { channel } of streams) channel.end()
    },
  }
}
