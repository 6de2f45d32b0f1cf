import { expect, it } from 'vitest'
import { FOREIGN_ID, type Manner } from '../src/unit/answers.ts'
import { broker, folder, sn, unit } from './bench.ts'
import { online, outcomes, states, until } from './received.ts'

const expires_at = () => new Date(Date.now() + 60_000).toISOString()

it('carries commands out once, and refuses what has expired or is not understood', async () => {
  const server = await broker()
  unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  const standby = { id: 'a', command: 'standby', expires_at: expires_at() }
  await server.command(sn, standby)
  await server.command(sn, standby)
  await server.command(sn, { ...standby, id: 'b', expires_at: '2026-01-01T00:00:00Z' })
  await server.command(sn, { ...standby, id: 'c', command: 'explode' })
  await server.command(sn, 'nonsense')
  await server.command(sn, { id: 'd', command: 'on', expires_at: expires_at() })
  await until(() => outcomes(server).length >= 6)
  expect(outcomes(server)).toEqual([
    { id: 'a', outcome: 'accepted' },
    { id: 'a', outcome: 'done' },
    { id: 'b', outcome: 'refused', reason: 'expired' },
    { id: 'c', outcome: 'refused', reason: 'not_understood' },
    { id: 'd', outcome: 'accepted' },
    { id: 'd', outcome: 'done' },
  ])
  await until(() => states(server).at(-1)?.status === 'on')
  expect(states(server).map(({ status }) => status)).toContain('standby')
})

it('receives a command that was given while its cable was out', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  running.plug(false)
  await until(() => online(server).length === 2)
  await server.command(sn, { id: 'late', command: 'calibrate', expires_at: expires_at() })
  running.plug(true)
  await until(() => outcomes(server).length >= 2)
  await until(() => states(server).at(-1)?.battery_status === 'calibrating')
})

it('API-07 answers as it is set to, until it is reset', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  const reported = (id: string, command = 'standby') =>
    server.command(sn, { id, command, expires_at: expires_at() })
  const reports = (status: string) => until(() => states(server).at(-1)?.status === status)
  const answering = (manner: Manner, reason = 'stopped') => running.set({ answering: { manner, reason } })
  answering('none')
  await reported('unheeded')
  await reports('standby')
  answering('late')
  await reported('later', 'on')
  await reports('on')
  answering('contradictory')
  await reported('both')
  await until(() => outcomes(server).length >= 3)
  answering('refuses', 'out of sorts')
  await reported('refused', 'on')
  await until(() => outcomes(server).length >= 4)
  answering('foreign')
  await reported('foreign')
  await until(() => outcomes(server).length >= 6)
  running.reset()
  await reported('last')
  await until(() => outcomes(server).length >= 8)
  expect(outcomes(server).map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
    ['both', 'accepted', undefined],
    ['both', 'done', undefined],
    ['both', 'refused', 'stopped'],
    ['refused', 'refused', 'out of sorts'],
    [FOREIGN_ID, 'accepted', undefined],
    [FOREIGN_ID, 'done', undefined],
    ['last', 'accepted', undefined],
    ['last', 'done', undefined],
  ])
})
