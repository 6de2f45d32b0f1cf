import { serialNumber } from '@kellersonne/contract/systems/systems'
import { topics } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ingestRole } from '../../../test/mqtt/ingest-role.ts'
import { lines, next } from '../../../test/mqtt/mqtt-units.ts'
import { setUpPush } from '../../../test/set-up/push.ts'
import { NO_MESSAGES } from '../../../test/set-up/telemetry.ts'

const HOUR = 60
const world = setUpPush()
let role: Awaited<ReturnType<typeof ingestRole>>
beforeAll(async () => {
  role = await ingestRole(world().api.db, {}, () => world().api.now())
})
afterAll(() => role.close())
const { connected, hangUp } = lines(() => role.port)

/** Connects a unit to the broker, with its last will; it reports once. */
async function plugIn(sn: string) {
  const topic = topics.online.of(serialNumber.parse(sn))
  const will = { topic, payload: Buffer.from('{"online":false}'), qos: 1, retain: false } as const
  const unit = await connected({ clientId: sn, username: sn, password: 'unit', will })
  const report = () =>
    unit.publishAsync(
      `storage/${sn}/state`,
      JSON.stringify({ status: 'on', ...NO_MESSAGES, at: world().api.now().toISOString() }),
      { qos: 1 },
    )
  await report()
  return {
    report,
    async pullCable() {
      const closed = next(unit, 'close')
      unit.stream.destroy()
      await closed
    },
  }
}

it('ALR-06 ALR-17 a cable that is pulled at night is one mail and one message in the morning, and so is its end', async () => {
  const { owner, api, browser, pass, letters, deliver } = world()
  const made = await owner()
  const { access } = await api.signIn(made.email)
  await browser(access)
  /** What reaches the owner, by the minute, while time passes in steps of ten. */
  async function during(minutes: number) {
    const reached = { mails: [] as string[], pushes: [] as string[] }
    for (let passed = 0; passed < minutes; passed += 10) {
      await pass(10)
      reached.mails.push(...(await letters()).map(({ subject }) => subject))
      reached.pushes.push(...(await deliver()).map(({ title }) => title))
    }
    return reached
  }
  api.clock.skip(10 * HOUR * 60_000)
  const unit = await plugIn(made.sn)
  // From noon in Berlin, eleven hours later it is 23:00.
  for (let i = 0; i < 6; i += 1) {
    expect(await during(10)).toEqual({ mails: [], pushes: [] })
    await unit.report()
  }
  await unit.pullCable()
  expect(await during(8 * HOUR - 10)).toEqual({ mails: [], pushes: [] })
  // It is 7:00.
  const morning = await during(10)
  expect(morning.mails).toHaveLength(1)
  expect(morning.pushes).toEqual(morning.mails)
  expect(morning.mails[0]).toContain(made.sn)
  expect(await during(HOUR)).toEqual({ mails: [], pushes: [] })

  const again = await plugIn(made.sn)
  const after = { mails: [] as string[], pushes: [] as string[] }
  for (let i = 0; i < 12; i += 1) {
    await again.report()
    const { mails, pushes } = await during(10)
    after.mails.push(...mails)
    after.pushes.push(...pushes)
  }
  expect(after.mails).toHaveLength(1)
  expect(after.pushes).toEqual(after.mails)
  await hangUp()
})
