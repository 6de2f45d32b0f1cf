import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '@kellersonne/contract/control/commands'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database/database.ts'
import { end, runUntilReady, workplace } from '../../test/process.ts'
import { hashPassword } from '../identity/accounts/password.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { systemStore } from '../systems/store.ts'

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))
const owner = { email: 'journey@kellersonne.example', password: 'Sonne-im-Keller-1' }
const unit = { sn: serialNumber.parse('4711'), phase: 1, secret: 'the unit’s own secret' }

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  const id = await accountStore(database.db).create(owner.email, await hashPassword(owner.password), 'de')
  const system = await systemStore(database.db).put({ ...unit, timeZone: 'Europe/Berlin' })
  await systemStore(database.db).claim(system, z.string().parse(id), new Date('2026-01-01T00:00:00Z'))
})
afterAll(() => database.close())

it('PRD-04 DSH-10 a command travels to a unit and back through several processes, though all of them are killed', async () => {
  await using ingestPlace = await workplace()
  await using apiPlace = await workplace()
  const running = new Set<ChildProcess>()
  onTestFinished(() => {
    for (const child of running) child.kill('SIGKILL')
  })
  const kept = <C extends ChildProcess>(child: C) => {
    running.add(child)
    return child
  }
  const shared = { DATABASE_URL: database.url, SECRET: Buffer.alloc(32, 3).toString('base64') }
  const startIngest = async () =>
    kept(await runUntilReady({ ...ingestPlace.env, ...shared, ROLES: 'ingest' }))
  const startApi = async () => kept(await runUntilReady({ ...apiPlace.env, ...shared, ROLES: 'api,jobs' }))
  const folder = z.string().parse(ingestPlace.env['DATA_DIR'])
  const unitsFile = join(folder, 'units.json')
  await writeFile(unitsFile, JSON.stringify([unit]))
  const startUnit = () =>
    kept(
      spawn(process.execPath, [simulator], {
        env: {
          PATH: process.env['PATH'],
          ...{ SIMULATOR_PORT: '0', MAILBOX_PORT: '0', HISTORY_DAYS: '0', INTERVAL_MS: '500' },
          ...{ UNITS_FILE: unitsFile, STATE_DIR: join(folder, 'units') },
          BROKER_URL: `mqtt://127.0.0.1:${ingestPlace.env['MQTT_PORT']}`,
        },
        stdio: 'ignore',
      }),
    )
  const kill = async (child: ChildProcess) => {
    await end(child, 'SIGKILL')
    running.delete(child)
  }

  let [ingest, api] = await Promise.all([startIngest(), startApi()])
  let box = startUnit()
  const signedIn = await fetch(`${apiPlace.url}/api/auth/token/`, {
    method: 'POST',
    body: new URLSearchParams(owner),
  })
  const { access } = z.object({ access: z.string() }).parse(await signedIn.json())
  const headers = { authorization: `Bearer ${access}` }
  const give = (name: string) =>
    fetch(`${apiPlace.url}/api/auth/command/`, {
      ...{ method: 'POST', headers },
      body: new URLSearchParams({ sn: unit.sn, command: name }),
    })
  const given = async (name: string) => command.parse(await (await give(name)).json()).id
  const look = async (id: string) => {
    const answer = await fetch(`${apiPlace.url}/api/auth/command/${id}/`, { headers })
    return command.parse(await answer.json())
  }
  const ends = async (id: string, state: string) => {
    await expect.poll(async () => (await look(id)).state).toBe(state)
    return look(id)
  }

  // The unit is offline until its first message.
  await expect.poll(async () => (await give('standby')).status).toBe(200)
  await ends(await given('standby'), 'done')
  expect(await ends(await given('calibrate'), 'refused')).toMatchObject({ reason: 'not_on' })

  box.kill('SIGSTOP')
  const id = await given('off')
  expect((await look(id)).state).toBe('waiting')
  await Promise.all([kill(ingest), kill(api), kill(box)])
  ;[ingest, api] = await Promise.all([startIngest(), startApi()])
  box = startUnit()
  expect((await ends(id, 'done')).outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'done'])
  await Promise.all([end(ingest), end(api), kill(box)])
})
