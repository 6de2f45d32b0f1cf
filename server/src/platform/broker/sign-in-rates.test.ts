import { Socket } from 'node:net'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, it } from 'vitest'
import type { Denial } from './denials.ts'
import { openSignIn } from './sign-in.ts'

function signIns() {
  let ms = 0
  let looked = 0
  let paused = 0
  const denied: Denial['reason'][] = []
  const { forget, signIn } = openSignIn({
    async authenticate(attempts) {
      looked += attempts.length
      return attempts.map(({ secret }) => (secret === 'right' ? 7 : null))
    },
    networkOf: () => 'a',
    onDenied: ({ reason }) => denied.push(reason),
    now: () => new Date(ms),
    async pause() {
      paused += 1
    },
  })
  return {
    denied,
    forget,
    counts: () => ({ looked, paused }),
    wait: (seconds: number) => {
      ms += 1000 * seconds
    },
    /** Resolves to the code of the refusal; 0 = none. */
    attempt: (secret: string, sn = '1001', clientId = sn) =>
      signIn(
        { conn: new Socket() },
        { cmd: 'connect', clientId, username: sn, keepalive: 0, protocolId: 'MQTT', clean: true },
        secret,
      ).then(
        () => 0,
        ({ returnCode }: { returnCode: number }) => returnCode,
      ),
  }
}

it('PRD-01 F10 HND-10 a unit that signs in again and again is refused late, and costs no query', async () => {
  const { attempt, counts, denied, wait } = signIns()
  for (let i = 0; i < 31; i += 1) expect(await attempt('right')).toBe(0)
  for (let i = 0; i < 5; i += 1) expect(await attempt('right')).toBe(3)
  expect([counts(), denied]).toEqual([{ looked: 31, paused: 5 }, Array(5).fill('too_often')])
  expect(await attempt('right', '1002')).toBe(0)
  wait(1)
  expect(await attempt('right')).toBe(0)
})

it('PRD-01 F10 HND-10 of a thousand sign-ins at once only the first are let in, and the unit owes for no more', async () => {
  const { attempt, denied, wait } = signIns()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => attempt('right')))
  expect(answers.filter((code) => code === 0)).toHaveLength(31)
  expect(denied).toEqual(Array(969).fill('too_often'))
  wait(1)
  expect(await attempt('right')).toBe(0)
})

it('PRD-01 HND-14 a unit with a new secret is let in at once, however often the former one was used', async () => {
  const { attempt, forget } = signIns()
  for (let i = 0; i < 31; i += 1) await attempt('right')
  forget(serialNumber.parse('1002'))
  expect(await attempt('right')).toBe(3)
  forget(serialNumber.parse('1001'))
  expect([await attempt('right'), await attempt('right')]).toEqual([0, 3])
})

it('PRD-01 F10 whatever others try under its name, a unit signs in as often as its line fails', async () => {
  const { attempt, wait } = signIns()
  for (let i = 0; i < 9; i += 1) expect(await attempt('wrong')).toBe(4)
  for (let minute = 0; minute < 5; minute += 1) {
    for (let i = 0; i < 30; i += 1) expect(await attempt('right')).toBe(0)
    wait(60)
  }
})

it('PRD-01 F10 who tries wrong names again and again is refused late', async () => {
  const { attempt, counts, wait } = signIns()
  for (let i = 0; i < 32; i += 1) expect(await attempt('right', '1001', 'x')).toBe(5)
  expect(counts()).toEqual({ looked: 0, paused: 2 })
  wait(1)
  expect([await attempt('right', '1001', 'x'), await attempt('right')]).toEqual([5, 0])
  expect(counts().paused).toBe(2)
})
