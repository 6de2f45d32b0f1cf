import type { PushBrowser } from '@kellersonne/contract/messages/push'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALERTS, PUSH, SETTINGS, wirePush, wireSettings } from '../../../../../test/alerts.ts'
import { asOwner } from '../../../../../test/dashboard.tsx'
import { openOwnerPage } from '../../../../../test/energy/ownerPage.tsx'
import { json } from '../../../../../test/wire.ts'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { stored } from '../../../../platform/stored.ts'
import { Component } from '../AlertsPage.tsx'

asOwner()
beforeEach(() => stored.stayLoggedIn.set(true))
beforeAll(() => loadNamespaces('alerts'))
afterEach(() => vi.unstubAllGlobals())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ENDPOINT = 'https://push.example/1'
const SHA256 = '5ba15fff965f44afa55aa4fa4d52b94b0ba86380a161089ddca9b9d08bef9ef6'
const ANOTHERS = 'f'.repeat(64)
const browser = (more: Partial<PushBrowser> = {}): PushBrowser => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', current: true, agent: FIREFOX },
  endpoint_sha256: SHA256,
  ...{ made_at: '2026-06-18T07:00:00.000Z', sent_at: null },
  ...more,
})

/** A browser that can subscribe, and is asked for permission. */
function stubBrowser({ permission = 'default', answer = 'granted', agent = FIREFOX, has = false } = {}) {
  const keys = { p256dh: 'P', auth: 'A' }
  const made = {
    toJSON: () => ({ endpoint: ENDPOINT, keys }),
    unsubscribe: vi.fn(async () => {
      isSubscribed = false
      return true
    }),
  }
  let isSubscribed = has
  const subscribe = vi.fn(async () => {
    isSubscribed = true
    return made
  })
  const pushManager = { getSubscription: async () => (isSubscribed ? made : null), subscribe }
  const registration = { pushManager, addEventListener: () => undefined, waiting: null }
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  vi.stubGlobal('PushManager', class {})
  const media = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('standalone') ? { matches: false } : media(query),
  )
  vi.stubGlobal('navigator', {
    ...{ userAgent: agent, maxTouchPoints: 0, language: 'de', onLine: true },
    serviceWorker: {
      ...{ controller: null, addEventListener: () => undefined, ready: Promise.resolve(registration) },
      getRegistration: async () => registration,
      register: async () => registration,
    },
  })
  return { subscribe, unsubscribe: made.unsubscribe }
}

const open = (answers: Parameters<typeof openOwnerPage>[1] = {}) =>
  openOwnerPage(
    Component,
    {
      [ALERTS]: () => json({ total: 0, open: 0, alerts: [] }),
      [SETTINGS]: () => json(wireSettings()),
      [PUSH]: ({ method }) => json(wirePush({ browsers: method === 'POST' ? [browser()] : [] })),
      ...answers,
    },
    '/alerts',
  )
const card = () => screen.findByRole('region', { name: 'Benachrichtigungen auf diesem Gerät' })

describe('notifications on this device', () => {
  it('ALR-22 are enabled by a button that says beforehand what happens, and then tried and removed', async () => {
    const { subscribe } = stubBrowser()
    const { calls } = open({
      [`${PUSH}test/`]: () => json({ verdict: 'sent' }),
      [`${PUSH}remove/`]: () => json(wirePush()),
    })
    const region = await card()
    expect(await within(region).findByText(/verschlüsselt über den Push-Dienst/)).toBeTruthy()
    expect(subscribe).not.toHaveBeenCalled()
    fireEvent.click(within(region).getByRole('button', { name: 'Auf diesem Gerät einschalten' }))
    expect(await within(region).findByText('Firefox, Linux')).toBeTruthy()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
    const { form } = calls.find(({ method, path }) => method === 'POST' && path === PUSH) ?? {}
    expect(Object.fromEntries(form ?? [])).toEqual({
      ...{ endpoint: ENDPOINT, p256dh: 'P', auth: 'A' },
    })
    fireEvent.click(within(region).getByRole('button', { name: /^Probe schicken/ }))
    expect(await within(region).findByText(/hat die Probe angenommen/)).toBeTruthy()
    fireEvent.click(within(region).getByRole('button', { name: /^Entfernen/ }))
    expect(await within(region).findByRole('button', { name: /einschalten$/ })).toBeTruthy()
  })

  it.each([
    [{ permission: 'denied' }, /weil Sie das abgelehnt haben/],
    [{ agent: IPHONE }, /nur mit dem Portal auf dem Home-Bildschirm/],
  ])('ALR-22 say why they cannot be enabled: %j', async (stub, text) => {
    stubBrowser(stub)
    open()
    const region = await card()
    expect(await within(region).findByText(text)).toBeTruthy()
    expect(within(region).queryByRole('button', { name: /einschalten$/ })).toBeNull()
  })

  it.each([
    [{ answer: 'denied' }, /abgelehnt haben/],
    [{ answer: 'default' }, /nicht beantwortet/],
  ])('ALR-22 say what became of the question: %j', async (stub, text) => {
    const { subscribe } = stubBrowser(stub)
    open()
    const region = await card()
    fireEvent.click(await within(region).findByRole('button', { name: /einschalten$/ }))
    expect(await within(region).findByText(text)).toBeTruthy()
    expect(subscribe).not.toHaveBeenCalled()
  })

  it.each([
    ['are not offered to', false, []],
    ['warn', true, [browser()]],
  ])('ALR-22 AUT-08 %s an owner whose session ends with their tabs', async (_, has, browsers) => {
    stored.stayLoggedIn.set(false)
    stubBrowser({ has })
    open({ [PUSH]: () => json(wirePush({ browsers })) })
    const region = await card()
    expect(await within(region).findByText(/brauchen eine Anmeldung, die bleibt/)).toBeTruthy()
    const link = within(region).getByRole('link', { name: 'Jetzt abmelden' })
    expect(link.getAttribute('href')).toBe('/logout')
    expect(within(region).queryByRole('button', { name: /einschalten$/ })).toBeNull()
  })

  it('ALR-22 drop the subscription of whoever used the browser before', async () => {
    const { unsubscribe } = stubBrowser({ has: true, permission: 'granted' })
    open()
    fireEvent.click(await within(await card()).findByRole('button', { name: /einschalten$/ }))
    expect(await screen.findByText('Firefox, Linux')).toBeTruthy()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  it('ALR-22 are on where the endpoint is this browser’s, whoever’s session it was added in', async () => {
    stubBrowser({ has: true, permission: 'granted' })
    const foreign = browser({ id: `${browser().id.slice(0, -1)}2`, endpoint_sha256: ANOTHERS })
    open({ [PUSH]: () => json(wirePush({ browsers: [foreign, browser({ current: false })] })) })
    const [first, second, ...rest] = await within(await card()).findAllByRole('listitem')
    await expect.poll(() => second?.textContent).toContain('dieses Gerät')
    expect(first?.textContent).not.toContain('dieses Gerät')
    expect(rest).toEqual([])
    expect(within(await card()).queryByRole('button', { name: /einschalten$/ })).toBeNull()
  })

  it('ALR-21 ALR-22 are off where another’s endpoint has taken the place of this browser’s', async () => {
    const { unsubscribe } = stubBrowser({ has: true, permission: 'granted' })
    open({
      [PUSH]: () => json(wirePush({ browsers: [browser({ endpoint_sha256: ANOTHERS })] })),
      [`${PUSH}remove/`]: () => json(wirePush()),
    })
    const region = within(await card())
    expect(await region.findByRole('button', { name: /einschalten$/ })).toBeTruthy()
    expect(region.queryByText('dieses Gerät')).toBeNull()
    fireEvent.click(region.getByRole('button', { name: /^Entfernen/ }))
    await expect.poll(() => region.queryByRole('listitem')).toBeNull()
    expect(unsubscribe).not.toHaveBeenCalled()
  })

  it('ALR-22 are chosen beside mails in the table once there is a browser', async () => {
    stubBrowser({ has: true })
    const { calls } = open({ [PUSH]: () => json(wirePush({ browsers: [browser()] })) })
    const table = await screen.findByRole('table')
    const push = await within(table).findAllByRole('switch', { name: /^Störungen, Push:/ })
    expect(push).toHaveLength(4)
    if (push[1]) fireEvent.click(push[1])
    await expect
      .poll(() => calls.find(({ path, method }) => method === 'POST' && path === SETTINGS))
      .toBeTruthy()
    const { form } = calls.find(({ path, method }) => method === 'POST' && path === SETTINGS) ?? {}
    expect(Object.fromEntries(form ?? [])).toEqual({ sn: '1001', topic: 'fault', push: 'false' })
  })
})
