import { changePicture, exportData, PICTURE_FIELD } from '@kellersonne/contract/identity/accounts'
import { signIn as signInCall } from '@kellersonne/contract/identity/sessions'
import { endpoint } from '@kellersonne/contract/shared/endpoint'
import { listSystems } from '@kellersonne/contract/systems/systems'
import { GRACE_MS } from '@kellersonne/core/identity/sessions'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { json, refusal, serve } from '../../../test/wire.ts'
import { beginSession, endSession, onSessionEnd } from '../session.ts'
import { stored } from '../stored.ts'
import { ApiError, call, download, RENEWAL_MS } from './client.ts'

const SYSTEMS = '/api/auth/usr_sn/'
const PICTURE = '/api/auth/user/picture/'
const EXPORT = '/api/auth/export/'
const REFRESH = '/api/auth/token/refresh/'
const ended = vi.fn()
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (fault: unknown) => fault,
  )
const systemsFor =
  (good: string) =>
  ({ token }: { token: string | null }) =>
    token === good ? json([]) : refusal('session_required')

const SERVICE = 'https://updates.example.org'
const ask = endpoint({
  method: 'POST',
  path: '/api/v1/update/',
  summary: '',
  auth: 'cookie',
  multipart: 'only',
  form: z.object({ sn: z.string() }),
  response: z.object({}),
  errors: [],
})

describe('a call with the cookie', () => {
  beforeEach(() => beginSession({ access: 'a0', refresh: 'r0' }, false))

  it('API-10 goes to the other origin without the token, as a multipart body', async () => {
    const calls = serve({ [`${SERVICE}${ask.path}`]: () => json({}) })
    const fetched = vi.spyOn(globalThis, 'fetch')
    await call(ask, { form: { sn: '1001' } }, { origin: SERVICE })
    expect(calls[0]).toMatchObject({ path: `${SERVICE}${ask.path}`, token: null })
    expect([...(calls[0]?.files ?? [])]).toEqual([['sn', '1001']])
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' })
  })

  it.each([
    ['renewed', true],
    ['refused', false],
  ])('UPD-15 renews with the token once; %s, the session is not ended over it', async (_, renews) => {
    const calls = serve({
      [`${SERVICE}${ask.path}`]: () =>
        calls.some(({ path }) => path === REFRESH) && renews ? json({}) : refusal('session_required'),
      [REFRESH]: () => (renews ? json({ access: 'a1', refresh: 'r1' }) : refusal('session_expired')),
    })
    const work = call(ask, { form: { sn: '1001' } }, { origin: SERVICE, saysItself: true })
    if (renews) expect(await work).toEqual({})
    else expect(await faultOf(work)).toMatchObject({ code: 'session_required', status: 401 })
    expect(stored.accessToken.get()).toBe(renews ? 'a1' : 'a0')
    expect(calls.filter(({ path }) => path === REFRESH)).toHaveLength(1)
  })
})

describe('a call', () => {
  let deaf = () => {}
  beforeEach(() => {
    beginSession({ access: 'a0', refresh: 'r0' }, false)
    deaf = onSessionEnd(ended)
  })
  afterEach(() => {
    deaf()
    ended.mockReset()
  })

  it('API-01 carries the access token and encodes forms', async () => {
    const calls = serve({
      [SYSTEMS]: () => json([{ sn: '1001', phase: 1 }]),
      '/api/auth/token/': () => json({ access: 'a', refresh: 'r' }),
    })
    expect(await call(listSystems, {})).toEqual([{ sn: '1001', phase: 1 }])
    await call(signInCall, { form: { email: 'ä@b.de', password: 'a&b=c +', stay_logged_in: 'true' } })
    expect(calls[0]).toMatchObject({ method: 'GET', token: 'a0' })
    expect(calls[1]).toMatchObject({ method: 'POST', token: null })
    expect(Object.fromEntries(calls[1]?.form ?? [])).toEqual({
      email: 'ä@b.de',
      password: 'a&b=c +',
      stay_logged_in: 'true',
    })
  })

  it('puts a query into the address, lists repeated and what is left out left out', async () => {
    const search = endpoint({
      method: 'GET',
      path: '/api/search',
      summary: '',
      auth: 'none',
      query: z.object({ sn: z.array(z.string()), day: z.optional(z.string()) }),
      response: z.object({}),
      errors: [],
    })
    const calls = serve({ '/api/search': () => json({}) })
    await call(search, { query: { sn: ['A&B', 'C'], day: undefined } })
    expect(calls[0]?.path).toBe('/api/search?sn=A%26B&sn=C')
  })

  it('API-02 renews once for parallel 401s and sends each again', async () => {
    const calls = serve({
      [SYSTEMS]: systemsFor('a1'),
      [REFRESH]: ({ form }) => json({ access: 'a1', refresh: `${form.get('refresh')}+` }),
    })
    await Promise.all([call(listSystems, {}), call(listSystems, {}), call(listSystems, {})])
    expect(calls.filter(({ path }) => path === REFRESH)).toHaveLength(1)
    expect(stored.refreshToken.get()).toBe('r0+')
    expect(ended).not.toHaveBeenCalled()
  })

  it('API-02 gives up a renewal that is not answered, keeps the session, and renews at the next call', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let renewed = () => new Promise<Response>(() => {})
    const calls = serve({ [SYSTEMS]: systemsFor('a1'), [REFRESH]: () => renewed() })
    const failed = vi.fn()
    call(listSystems, {}).catch(failed)
    await vi.advanceTimersByTimeAsync(RENEWAL_MS)
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'network', status: null }))
    expect(ended).not.toHaveBeenCalled()
    // Otherwise, the server would take the next renewal for a copied token.
    expect(RENEWAL_MS).toBeLessThanOrEqual(GRACE_MS / 2)
    renewed = () => Promise.resolve(json({ access: 'a1', refresh: 'r1' }))
    expect(await call(listSystems, {})).toEqual([])
    expect(calls.filter(({ path }) => path === REFRESH)).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('API-09 ends the session when the renewal is refused', async () => {
    const calls = serve({ [SYSTEMS]: systemsFor('a1'), [REFRESH]: () => refusal('token_reused') })
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code: 'session_required', status: 401 })
    expect(ended).toHaveBeenCalledExactlyOnceWith('ended')
    expect(calls.map(({ path }) => path)).toEqual([SYSTEMS, REFRESH])
    expect(stored.accessToken.get()).toBeNull()
  })

  it('API-09 ends the session when the renewed token is refused too, without another round', async () => {
    const calls = serve({
      [SYSTEMS]: () => refusal('session_expired'),
      [REFRESH]: () => json({ access: 'a1', refresh: 'r1' }),
    })
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code: 'session_expired' })
    expect(calls).toHaveLength(3)
    expect(ended).toHaveBeenCalledExactlyOnceWith('ended')
  })

  it('takes a 401 after signing out for what it is: no session that ended by itself', async () => {
    serve({
      [SYSTEMS]: () => {
        endSession('signedOut')
        return refusal('session_required')
      },
    })
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code: 'session_required' })
    expect(ended.mock.calls).toEqual([['signedOut']])
  })

  it('NAV-09 an unauthenticated call ends at sign-in', async () => {
    // As if the browser had cleared its storage.
    localStorage.clear()
    sessionStorage.clear()
    const calls = serve({ [SYSTEMS]: systemsFor('a1') })
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code: 'session_required' })
    expect(ended).toHaveBeenCalledExactlyOnceWith('ended')
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['is away', { [SYSTEMS]: systemsFor('a1') }, 'network'],
    ['is not ready', { [SYSTEMS]: systemsFor('a1'), [REFRESH]: () => refusal('unavailable') }, 'unavailable'],
  ])('keeps the session when the server %s at the renewal', async (_, answers, code) => {
    serve(answers)
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code })
    expect(ended).not.toHaveBeenCalled()
    expect(stored.refreshToken.get()).toBe('r0')
  })

  it('API-13 hands on code, fields and how long to wait', async () => {
    serve({
      [SYSTEMS]: () => refusal('too_many_attempts', { retry_after: 42, errors: { sn: 'format' } }),
    })
    const fault = await faultOf(call(listSystems, {}))
    expect(fault).toBeInstanceOf(ApiError)
    expect(fault).toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      retryAfter: 42,
      fields: { sn: 'format' },
    })
  })

  it.each([
    [
      'a proxy without its server',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'unavailable',
    ],
    ['a failure that explains nothing', () => new Response('', { status: 500 }), 'internal'],
    ['an answer that is not what was agreed', () => json([{ sn: 7 }]), 'internal'],
    ['an answer that is no JSON', () => new Response('<!doctype html>'), 'internal'],
  ])('distinguishes %s from a good answer', async (_, answer, code) => {
    serve({ [SYSTEMS]: answer })
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code })
  })

  it('distinguishes no connection from a server that refuses', async () => {
    serve({})
    expect(await faultOf(call(listSystems, {}))).toMatchObject({ code: 'network', status: null })
  })
  it('SET-05, API-02 sends a file in its field, and once more with a renewed token', async () => {
    const calls = serve({
      [PICTURE]: ({ token }) => (token === 'a1' ? json({ picture: 'p' }) : refusal('session_required')),
      [REFRESH]: () => json({ access: 'a1', refresh: 'r1' }),
    })
    expect(await call(changePicture, { file: new Blob(['abc']) })).toEqual({ picture: 'p' })
    const sent = calls.filter(({ path }) => path === PICTURE).map(({ files }) => files?.get(PICTURE_FIELD))
    expect(sent).toMatchObject([{ size: 3 }, { size: 3 }])
  })

  it('SET-06, API-02 downloads a file, with a renewed token too, and shows how far it is', async () => {
    serve({
      [EXPORT]: ({ token }) => (token === 'a1' ? new Response('abc') : refusal('session_required')),
      [REFRESH]: () => json({ access: 'a1', refresh: 'r1' }),
    })
    const progress = vi.fn()
    const file = await download(exportData, {}, progress)
    expect([file.size, file.type, progress.mock.lastCall]).toEqual([3, 'application/zip', [3]])
  })

  it('SET-06 a download that breaks off is none', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    serve({ [EXPORT]: () => new Response(readable) })
    const broken = faultOf(download(exportData, {}))
    const writer = writable.getWriter()
    await writer.write(new Uint8Array(3))
    await writer.abort(new TypeError('cut'))
    expect(await broken).toMatchObject({ code: 'network' })
  })
})
