import { getHealth } from '@kellersonne/contract/operations/health'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { json, serve } from '../../../test/wire.ts'
import { call } from '../client/client.ts'
import { stored } from '../stored.ts'
import { dismissReload, isReloadOffered, noteServerBuild, reloadForVersion, useVersion } from './version.ts'

const offered = () => isReloadOffered(useVersion.getState())

beforeEach(() => {
  document.documentElement.setAttribute('data-build', 'old')
  useVersion.setState({ served: null, putOff: null, stuck: false })
})
afterEach(() => document.documentElement.removeAttribute('data-build'))

describe('a new version', () => {
  it('SHL-06 is offered once for each build the server names', () => {
    noteServerBuild(null)
    noteServerBuild('old')
    expect(offered()).toBe(false)
    noteServerBuild('new')
    expect(offered()).toBe(true)
    dismissReload()
    noteServerBuild('new')
    expect(offered()).toBe(false)
    noteServerBuild('newer')
    expect(offered()).toBe(true)
  })

  it('SHL-06 is not offered while servers are replaced one by one and one of our own answers, nor put off by it', () => {
    noteServerBuild('new')
    noteServerBuild(null)
    expect(offered()).toBe(true)
    noteServerBuild('old')
    expect(offered()).toBe(false)
    noteServerBuild('new')
    expect(offered()).toBe(true)
    dismissReload()
    noteServerBuild('old')
    noteServerBuild('new')
    expect(offered()).toBe(false)
  })

  it('SHL-06 never concerns a page that was not built', () => {
    document.documentElement.removeAttribute('data-build')
    noteServerBuild('new')
    expect(offered()).toBe(false)
  })

  it('SHL-06 is why an answer is not understood, and the only reason to say so', async () => {
    const nonsense = (build: string) => () =>
      new Response('{"ready":"perhaps"}', { headers: { 'x-build': build } })
    serve({ '/api/health': nonsense('old') })
    await expect(call(getHealth, {})).rejects.toMatchObject({ code: 'internal' })
    expect(offered()).toBe(false)
    serve({ '/api/health': nonsense('new') })
    await expect(call(getHealth, {})).rejects.toMatchObject({ code: 'outdated' })
    expect(offered()).toBe(true)
    serve({ '/api/health': () => json({ title: 'a code of tomorrow' }, 418) })
    await expect(call(getHealth, {})).rejects.toMatchObject({ code: 'outdated' })
  })
})

describe('a page that loads itself anew', () => {
  const reload = vi.fn()
  beforeEach(() => {
    reload.mockClear()
    vi.stubGlobal('location', { ...window.location, reload })
  })

  it('SHL-06 does so once, never in a loop: then it asks', async () => {
    await reloadForVersion(() => 1_000_000)
    expect(reload).toHaveBeenCalledTimes(1)
    await reloadForVersion(() => 1_059_000)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(offered()).toBe(true)
    await reloadForVersion(() => 1_061_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('STO-02 is not held up by what else is where it notes that', async () => {
    sessionStorage.setItem(stored.selfReload.key, '{"not":"a time"}')
    await reloadForVersion(() => 1_000_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
