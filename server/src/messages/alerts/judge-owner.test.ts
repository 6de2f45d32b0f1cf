import { expect, it } from 'vitest'
import { judgeOwner } from './judge-owner.ts'

const NOW = new Date('2026-06-18T10:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const owner = '00000000-0000-4000-8000-000000000001'
const system = {
  ...{ owner, id: 1, timeZone: 'Europe/Berlin', since: ago(60 * 24 * 30), place: null, lastSeenAt: NOW },
}

it('ALR-04 F8 a unit that raises ever new messages gets no more than fifty alerts of a cause, and its fault is one of them', () => {
  const turn = {
    owner,
    judgedAt: ago(1),
    watchedFrom: null,
    notifiedAt: null,
    quiet: true,
    reachable: true,
    passwordAt: null,
  }
  const scene = { now: NOW, listeningSince: ago(60), share: null }
  const codes = Array.from({ length: 30 }, (_, i) => `x${i}`)
  const episodes = (of: readonly string[]) =>
    of.map((code) => ({ system: 1, code, raisedAt: ago(10), resolvedAt: null, count: 1 }))
  const none = { updates: [], claims: [], rules: [], outlooks: [], findings: [] }
  const judge = (of: readonly string[], alerts: ReturnType<typeof judgeOwner>['changed']) =>
    judgeOwner(
      {
        ...{ turn, alerts, events: [], reach: { isConfirmed: true, settings: [], browsers: [] } },
        facts: [{ ...none, system, episodes: episodes(of) }],
      },
      scene,
    ).changed
  const first = judge(codes, [])
  expect(first).toHaveLength(30)
  const later = judge([...codes.map((code) => `${code}b`), ...codes, 'relay'], first)
  const causes = Map.groupBy(later, ({ cause }) => cause)
  // What is known already stays as it is, and is not stored again.
  expect(causes.get('warning')).toHaveLength(50 - first.length)
  expect(causes.get('fault')).toHaveLength(1)
  expect(first.some(({ id }) => later.some((one) => one.id === id))).toBe(false)
})
