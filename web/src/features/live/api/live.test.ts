import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemAt, wire } from '../../../../test/systems.ts'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { beginSession, endSession } from '../../../platform/session.ts'
import { activeOf, useAppState } from '../../../platform/state.ts'
import { answered, followLive, useLive } from './live.ts'

const LIVE = '/api/auth/live/'
const DATA = '/api/auth/data/'
const wireText = (soc: number) => `event: data\ndata: ${JSON.stringify(wire(systemAt('1001', 1, soc)))}\n\n`

/** A stream the test writes to. */
function stream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    answer: () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    break: () => writer.abort(new Error('cut')),
  }
}

function live() {
  const { result } = renderHook(useLive)
  const soc = () =>
    result.current.status === 'ready' ? result.current.systems.map((one) => one.soc) : result.current.status
  return { soc, state: () => result.current }
}

function network(onLine: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')))
}

function look(visibilityState: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('live values', () => {
  beforeEach(() => beginSession({ access: 'a', refresh: 'r' }, false))
  afterEach(() => {
    act(() => endSession('signedOut'))
    vi.restoreAllMocks()
  })

  /** `followLive` starts the feed; becoming visible again restarts it. */
  const begin = () => {
    followLive()
    look('visible')
  }

  it('DSH-07 shows what the stream says, in pieces too, with the list of systems', async () => {
    const push = stream()
    serve({ [LIVE]: push.answer })
    begin()
    const { soc, state } = live()
    const [head, tail] = [wireText(40).slice(0, 30), wireText(40).slice(30)]
    void push.write(head)
    void push.write(tail)
    await waitFor(() => expect(soc()).toEqual([40]))
    expect(state()).toMatchObject({ connection: 'push' })
    expect(activeOf(useAppState.getState())).toBe('1001')
    void push.write(wireText(41))
    await waitFor(() => expect(soc()).toEqual([41]))
  })

  it('API-03 falls back to polling and keeps the access status', async () => {
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => json(wire(systemAt('1001', 1, 7))) })
    begin()
    const { soc, state } = live()
    await waitFor(() => expect(soc()).toEqual([7]))
    expect(state()).toMatchObject({ connection: 'polling' })
    expect(useAppState.getState().accessStatus).toBe(200)
  })

  it('DSH-09 fails with the fault where nothing can be had', async () => {
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => refusal('internal') })
    begin()
    const { state } = live()
    await waitFor(() => expect(state()).toMatchObject({ status: 'failed', fault: { code: 'internal' } }))
    expect(useAppState.getState().accessStatus).toBe(500)
  })

  it.each([
    ['an answer', 200, () => stream().answer()],
    ['a refusal', 503, () => refusal('unavailable')],
    ['a failure', null, () => Promise.reject(new TypeError('no network'))],
  ] as const)('NAV-10 who needs the current data waits for %s', async (_, status, answer) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    serve({ [LIVE]: () => promise.then(answer), [DATA]: answer })
    begin()
    const done = vi.fn()
    const waiting = answered(new AbortController().signal).then(done)
    const gone = new AbortController()
    const left = answered(gone.signal)
    gone.abort()
    await left
    expect(done).not.toHaveBeenCalled()
    resolve()
    await waiting
    expect(useAppState.getState().accessStatus).toBe(status)
  })

  it('is cut at once when the network goes and back at once when it returns', async () => {
    const [first, second] = [stream(), stream()]
    const answers = [first.answer, second.answer]
    const calls = serve({ [LIVE]: () => answers.shift()?.() ?? refusal('unavailable') })
    begin()
    const { soc, state } = live()
    void first.write(wireText(40))
    await waitFor(() => expect(soc()).toEqual([40]))
    network(false)
    expect(state()).toMatchObject({ status: 'ready', connection: 'cut' })
    network(true)
    void second.write(wireText(42))
    await waitFor(() => expect(soc()).toEqual([42]))
    expect(state()).toMatchObject({ connection: 'push' })
    expect(calls).toHaveLength(2)
  })

  it('rests while nobody looks', async () => {
    const calls = serve({ [LIVE]: () => stream().answer() })
    begin()
    look('hidden')
    const before = calls.length
    network(true)
    expect(calls).toHaveLength(before)
    look('visible')
    expect(calls).toHaveLength(before + 1)
  })

  it('AUT-09 ends with the session', async () => {
    const push = stream()
    const calls = serve({ [LIVE]: push.answer })
    begin()
    const { soc } = live()
    void push.write(wireText(40))
    await waitFor(() => expect(soc()).toEqual([40]))
    act(() => endSession('signedOut'))
    expect(soc()).toBe('loading')
    const before = calls.length
    look('visible')
    expect(calls).toHaveLength(before)
  })
})
