import { describe, expect, it } from 'vitest'
import { notificationOf, pathOf, renewalOf } from './push.ts'

describe('a message to the service worker', () => {
  it('ALR-17 is shown with its title, text and tag, and leads to its page', () => {
    const message = { title: 'Störung', body: 'Text', tag: 'a1', lang: 'de', path: '/update?sn=1001' }
    expect(notificationOf(JSON.stringify(message))).toMatchObject({
      title: 'Störung',
      options: { body: 'Text', tag: 'a1', lang: 'de', data: { path: '/update?sn=1001' } },
    })
  })

  it.each(['', 'text', 'null', '[]', '{"title":1,"body":{},"path":7}', '"x"'])(
    'ALR-17 is shown even if it is %j',
    (text) => {
      expect(notificationOf(text)).toMatchObject({
        title: 'Kellersonne',
        options: { body: '', tag: 'alerts', data: { path: '/alerts' } },
      })
    },
  )

  it.each([
    ['/dashboard/messages?sn=1001', '/dashboard/messages?sn=1001'],
    ['/settings', '/settings'],
    ['//evil.example', '/alerts'],
    ['//evil/x', '/alerts'],
    ['/\\evil.example', '/alerts'],
    ['https://evil.example', '/alerts'],
    ['javascript:alert(1)', '/alerts'],
    ['/a#b', '/alerts'],
    [7, '/alerts'],
  ])('ALR-17 leads to a page of the portal only: %s', (path, opened) => {
    expect(pathOf({ path })).toBe(opened)
  })

  it('ALR-21 proves a new subscription by the old one, or not at all', () => {
    const keys = { p256dh: 'P', auth: 'A' }
    const form = renewalOf(
      { endpoint: 'https://a/1', keys },
      { endpoint: 'https://a/2', keys: { ...keys, auth: 'B' } },
    )
    expect(Object.fromEntries(form ?? [])).toEqual({
      ...{ endpoint: 'https://a/2', p256dh: 'P', auth: 'B' },
      ...{ old_endpoint: 'https://a/1', old_auth: 'A' },
    })
    for (const lacking of [undefined, {}, { endpoint: 'https://a/1' }, { keys }])
      for (const [old, next] of [
        [lacking, { endpoint: 'https://a/2', keys }],
        [{ endpoint: 'https://a/1', keys }, lacking],
      ])
        expect(renewalOf(old, next)).toBeNull()
  })
})
