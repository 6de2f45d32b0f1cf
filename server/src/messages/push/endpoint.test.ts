import { describe, expect, it } from 'vitest'
import { pushServiceOf } from './endpoint.ts'
import { isPublicAddress, publicLookup } from './public-lookup.ts'
import { subjectOf, waitOf } from './sender.ts'

const FCM = 'https://fcm.googleapis.com/fcm/send/abc:def'
const OWN = 'https://push.example.org:8443'

describe('an endpoint', () => {
  it.each([
    [FCM, 'google'],
    ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', 'mozilla'],
    ['https://web.push.apple.com/QGq', 'apple'],
    ['https://wns2-par02p.notify.windows.com/w/?token=BQ', 'microsoft'],
    [`${OWN}/wpush/v2/x`, 'own'],
  ])('ALR-19 %s is of a push service: %s', (endpoint, service) => {
    expect(pushServiceOf(endpoint, [OWN])).toBe(service)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com.example/x',
    'https://xpush.apple.com/x',
    'https://push.apple.com/x',
    'https://fcm.googleapis.com./x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com\\@evil.example/x',
    'https://fcm.goog\nleapis.com/x',
    'https://fcm.googleapis.com/x\r\nHost: evil.example',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x#y',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example.org/x',
    'http://push.example.org:8443/x',
    'https://ｆcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'javascript:alert(1)',
    '',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ])('ALR-19 %s is of none', (endpoint) => {
    expect(pushServiceOf(endpoint, [OWN])).toBeNull()
  })
})

describe('a name of a push service', () => {
  it.each(['8.8.8.8', '142.250.185.74', '2a00:1450:4001:82f::200a'])('ALR-19 may lead to %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.178.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1'],
  ])('ALR-19 never leads to %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  const asked = (hostname: string, addresses: string[]) =>
    new Promise((resolve) => {
      const look = publicLookup((_, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      )
      look(hostname, { all: true }, (error, found) => resolve(error?.message ?? found))
    })

  it('ALR-19 leads nowhere if one of its addresses is not public', async () => {
    expect(await asked('push.example.org', ['8.8.8.8'])).toEqual([{ address: '8.8.8.8', family: 4 }])
    for (const addresses of [['8.8.8.8', '10.0.0.1'], ['127.0.0.1'], []])
      expect(await asked('push.example.org', addresses)).toBe('push.example.org has no public address')
  })
})

describe('a push service', () => {
  const config = { MAIL_FROM: 'K <no-reply@portal.example>', PUSH_ORIGINS: [] }
  it('ALR-18 receives the portal’s address, or that of the mails’ sender', () => {
    expect(subjectOf({ ...config, PUBLIC_URL: 'https://portal.example' })).toBe('https://portal.example')
    expect(subjectOf({ ...config, PUBLIC_URL: 'http://localhost:8080' })).toBe(
      'mailto:no-reply@portal.example',
    )
  })

  it.each([
    [undefined, null],
    ['', null],
    ['nonsense', null],
    ['0', 1000],
    ['30', 30_000],
    ['99999999999999999999', null],
    ['86400', 3_600_000],
    ['Thu, 18 Jun 2026 10:00:20 GMT', 20_000],
    ['Thu, 18 Jun 2020 10:00:20 GMT', 1000],
  ])('ALR-18 that asks for %j is waited for %j ms', (asked, wait) => {
    expect(waitOf(asked, new Date('2026-06-18T10:00:00Z'))).toBe(wait)
  })
})
