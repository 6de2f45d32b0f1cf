import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database/database.ts'
import { mailServer } from '../../test/mail-server.ts'
import { connects, workplace } from '../../test/process.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { addMail } from '../identity/mail/mails.ts'
import { readConfig } from '../platform/config.ts'
import { start } from './start.ts'

const SECRET = Buffer.alloc(32, 3).toString('base64')
const ROLES = ['api', 'updates', 'ingest', 'jobs']

let database: Awaited<ReturnType<typeof testDatabase>>
const closings: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})
afterAll(() => database.close())

/** Starts the product within this process, so that planted bugs are in it too. */
async function started(more: NodeJS.ProcessEnv) {
  const place = await workplace()
  closings.push(() => place[Symbol.asyncDispose]())
  const env: NodeJS.ProcessEnv = { ...place.env, DEMO: '0', LOG_LEVEL: 'silent', ...more }
  const { close, closeAtOnce } = await start(readConfig(env))
  closings.push(closeAtOnce)
  return { url: place.url, env, close }
}
type Started = Awaited<ReturnType<typeof started>>

const metrics = async ({ env }: Started) =>
  (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text()
/** The roles that can be seen to run: jobs by what they count. */
async function runningRoles(server: Started) {
  const { env } = server
  const isRunning = [
    await connects('127.0.0.1', env['PORT']),
    await connects('127.0.0.1', env['UPDATES_PORT']),
    await connects('127.0.0.1', env['MQTT_PORT']),
    /^# TYPE kellersonne_mails_waiting /m.test(await metrics(server)),
  ]
  return ROLES.filter((_, i) => isRunning[i])
}

describe('a process', () => {
  it.each([...ROLES, ROLES.join()])(
    'HND-01 HND-04 started as %s runs these roles, reports them and ends',
    async (roles) => {
      const server = await started({ DATABASE_URL: database.url, SECRET, ROLES: roles })
      expect((await runningRoles(server)).join()).toBe(roles)
      expect(await metrics(server)).toMatch(new RegExp(`^kellersonne_process_info{roles="${roles}"} 1$`, 'm'))
      await server.close()
      for (const port of ['PORT', 'UPDATES_PORT', 'MQTT_PORT', 'METRICS_PORT'])
        expect(await connects('127.0.0.1', server.env[port])).toBe(false)
    },
  )

  it('HND-01 starts and stops its own database if none is configured', async () => {
    const { url, env, close } = await started({ ROLES: 'api' })
    const lock = join(env['DATA_DIR'] ?? '', 'postgres', 'postmaster.pid')
    expect([existsSync(lock), (await fetch(`${url}/api/health`)).status]).toEqual([true, 200])
    await close()
    expect(existsSync(lock)).toBe(false)
  })

  it('F22 sends mails if it runs the jobs', async () => {
    const mail = await mailServer()
    closings.push(mail.stop)
    const owner = await accountStore(database.db).create('anna@example.org', 'none', 'de')
    if (owner === null) throw new Error('no owner')
    await database.db.run('update owner set email_confirmed_at = now()')
    await addMail(database.db, { kind: 'welcome', owner }, new Date())
    await started({ DATABASE_URL: database.url, SECRET, ROLES: 'jobs', SMTP_URL: mail.url })
    await expect.poll(() => mail.to('anna@example.org')).toHaveLength(1)
  })
})
