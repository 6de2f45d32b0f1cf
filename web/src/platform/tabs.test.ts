import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../../test/identity/account.tsx'
import { beginSession, renewAccessToken } from './session.ts'
import { useAppState } from './state.ts'
import { stored } from './stored.ts'
import { STATE_LOCK } from './tabLock.ts'
import { adoptState, shareState } from './tabs.ts'

const CHANNEL = 'session'

/** A channel within this page only: the real one would reach the tests that run beside these. */
class LocalChannel {
  static readonly open = new Set<LocalChannel>()
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  readonly name: string
  constructor(name: string) {
    this.name = name
    LocalChannel.open.add(this)
  }
  postMessage(data: unknown) {
    const text = JSON.stringify(data)
    for (const other of LocalChannel.open)
      if (other !== this && other.name === this.name)
        queueMicrotask(() => LocalChannel.open.has(other) && other.onmessage?.({ data: JSON.parse(text) }))
  }
  close() {
    LocalChannel.open.delete(this)
  }
}
/** The locks of this origin. Whoever would wait for one that tabs hold as long as they are open is refused. */
class LocalLocks {
  readonly held: { readonly name: string }[] = []
  async request<T>(name: string, options: LockOptions, work: (lock: object | null) => Promise<T>) {
    if (options.mode !== 'shared' && this.held.some((other) => other.name === name))
      throw new Error(`${name} is held`)
    const lock = { name }
    this.held.push(lock)
    const result = await work(lock)
    this.held.splice(this.held.indexOf(lock), 1)
    return result
  }
  query = async () => ({ held: this.held })
}
let locks = new LocalLocks()
beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', LocalChannel)
  locks = new LocalLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
})
afterEach(() => Reflect.deleteProperty(navigator, 'locks'))
const state = { owner: 'frida', systems: [], active: -1, accessStatus: 200, closedBanners: ['b'] }

const isAsk = (data: unknown) => JSON.stringify(data) === '{"kind":"ask"}'

/** Another tab: answers whoever asks, and hears everything. */
function otherTab(answer: object | null) {
  const channel = new BroadcastChannel(CHANNEL)
  const received: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  channel.onmessage = ({ data }) => {
    received.push(data)
    if (answer && isAsk(data)) channel.postMessage(answer)
    resolve()
  }
  channels.push(channel)
  return { channel, received, first: promise }
}
const channels: BroadcastChannel[] = []

describe('a tab without the state of its session', () => {
  beforeEach(() => {
    beginSession({ access: tokenOf('frida'), refresh: 'r' }, false)
    sessionStorage.clear()
  })
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close()
  })

  it('AUT-08 takes it from a tab that has it, and asks without a word of the session', async () => {
    const { received } = otherTab({ kind: 'state', state })
    expect(await Promise.all([adoptState(), adoptState()])).toEqual([true, true])
    expect(received).toEqual([{ kind: 'ask' }])
    expect(stored.state.get()).toEqual(state)
    expect(useAppState.getState().active).toBe(-1)
  })

  it.each([
    ['nobody', null],
    ["another owner's tab", { kind: 'state', state: { ...state, owner: 'otto' } }],
    ['a tab of another version', { kind: 'state', state: { ...state, more: 1 } }],
  ])('AUT-08 does without it where only %s answers', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { first } = otherTab(answer)
    const adopted = adoptState()
    await first
    await vi.runAllTimersAsync()
    expect(await adopted).toBe(false)
    expect(stored.state.get()).toBeNull()
  })

  it.each([
    [true, 5000],
    [false, 500],
  ])('AUT-08 waits for a slow tab, only as long as there may be one: %s', async (isHeld, ms) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    if (isHeld) locks.held.push({ name: STATE_LOCK })
    const { channel, first } = otherTab(null)
    const adopted = adoptState()
    await first
    await vi.advanceTimersByTimeAsync(ms)
    channel.postMessage({ kind: 'state', state })
    expect(await adopted).toBe(isHeld)
  })

  it('AUT-08 does without it in a browser that has no channel between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    expect(await adoptState()).toBe(false)
  })
})

describe('a tab that has the state of its session', () => {
  /** What a tab hears that asks, and then asks another one that certainly answers. */
  async function ask() {
    const witness = otherTab({ kind: 'witness' })
    const asking = new BroadcastChannel(CHANNEL)
    channels.push(asking)
    const received: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    asking.onmessage = ({ data }) => {
      received.push(data)
      if (JSON.stringify(data) === '{"kind":"witness"}') resolve()
    }
    asking.postMessage({ kind: 'ask' })
    await Promise.all([promise, witness.first])
    for (const channel of channels.splice(0)) channel.close()
    return received.filter((data) => JSON.stringify(data) !== '{"kind":"witness"}')
  }
  let stop = () => {}
  beforeEach(() => {
    beginSession({ access: tokenOf('frida'), refresh: 'secret' }, false)
    stop = shareState()
  })
  afterEach(() => {
    stop()
    for (const channel of channels.splice(0)) channel.close()
  })

  it('AUT-08 gives it, and no token', async () => {
    useAppState.setState({ active: -1 })
    const received = await ask()
    expect(received).toEqual([{ kind: 'state', state: stored.state.get() }])
    expect(JSON.stringify(received)).not.toMatch(/secret|ey/)
  })

  it('AUT-08 gives nothing once it has none, or rests, and says so by a lock', async () => {
    const locked = () => locks.held.length
    expect(locked()).toBe(1)
    sessionStorage.clear()
    expect(await ask()).toEqual([])
    beginSession({ access: tokenOf('frida'), refresh: 'secret' }, false)
    window.dispatchEvent(new Event('pagehide'))
    expect(await ask()).toEqual([])
    await expect.poll(locked).toBe(0)
    window.dispatchEvent(new Event('pageshow'))
    expect(await ask()).toHaveLength(1)
    expect(locked()).toBe(1)
  })

  it('API-02 AUT-08 renews its token while it and others have the state', async () => {
    expect(locks.held).toEqual([{ name: STATE_LOCK }])
    const next = { access: `${tokenOf('frida')}2`, refresh: 'secret2' }
    expect(await renewAccessToken(tokenOf('frida'), async () => next)).toBe(next.access)
  })
})
