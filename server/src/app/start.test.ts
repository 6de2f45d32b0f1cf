import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  connects,
  end,
  failedStart,
  listenAnywhere,
  runTool,
  runUntilReady,
  workplace,
} from '../../test/process.ts'

const tokens = z.object({ refresh: z.string() })
const demo = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' }
const signIn = (url: string, { email, password } = demo) =>
  fetch(`${url}/api/auth/token/`, { method: 'POST', body: new URLSearchParams({ email, password }) })

/** Series that alarms compute a rise from, before anything has happened. */
const fromTheStart = [
  'ingest_items_total{kind="refusal"}',
  'ingest_refusals_total{reason="over_budget"}',
  'ingest_over_budget_total{outcome="refused"}',
  'ingest_retries_total',
  'broker_redelivered_total',
  'broker_denied_total{reason="wrong_secret"}',
  'security_events_total{event="access",outcome="slowed"}',
  'job_duration_seconds_count{name="sealing",outcome="failed"}',
].map((series) => `kellersonne_${series} 0`)

/** One sentence, no stack trace. */
const sentence = (text: RegExp) => ({ code: 1, output: expect.stringMatching(text) })
const expectSentence = async (failed: Promise<{ code: number; output: string }>, text: RegExp) => {
  const { code, output } = await failed
  expect({ code, output }).toEqual(sentence(text))
  expect(output).not.toContain('\n')
}

describe('start', () => {
  it('HND-01 HND-02 HND-04 HND-21 serves, ends cleanly, and finds all again', async () => {
    await using place = await workplace({ empty: true })
    const first = await runUntilReady(place.env)
    expect((await fetch(`${place.url}/api/health`)).status).toBe(200)
    const metrics = await fetch(`http://127.0.0.1:${place.env['METRICS_PORT']}/metrics`)
    expect((await metrics.text()).split('\n')).toEqual(expect.arrayContaining(fromTheStart))
    const { refresh } = tokens.parse(await (await signIn(place.url)).json())
    expect(await end(first)).toBe(0)

    const second = await runUntilReady(place.env)
    const again = await fetch(`${place.url}/api/auth/token/refresh/`, {
      method: 'POST',
      body: new URLSearchParams({ refresh }),
    })
    expect(again.status).toBe(200)
    expect(await end(second, 'SIGINT')).toBe(0)
  })

  it('takes over the database that a killed server has left running', async () => {
    await using place = await workplace()
    await end(await runUntilReady(place.env), 'SIGKILL')
    const next = await runUntilReady(place.env)
    expect((await signIn(place.url)).status).toBe(200)
    expect(await end(next)).toBe(0)
  })

  it('HND-04 F7 ends its database in order when its code breaks', async () => {
    await using place = await workplace()
    const breaking = 'process.on("SIGUSR2",()=>{throw new Error("out of nowhere")})'
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(breaking)}`
    const server = await runUntilReady({ ...place.env, NODE_OPTIONS })
    const cluster = join(place.env['DATA_DIR'] ?? '', 'postgres')
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true)
    expect(await end(server, 'SIGUSR2')).toBe(1)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  it('API-14 has loaded the lists of common passwords before it serves, so that no call waits for them', async () => {
    await using place = await workplace()
    const trace = join(place.env['DATA_DIR'] ?? '', 'loaded')
    const noting = `import { writeFileSync } from 'node:fs'
      import { registerHooks } from 'node:module'
      const load = (url, context, next) => {
        if (url.endsWith('/identity/strength.ts')) writeFileSync(${JSON.stringify(trace)}, '')
        return next(url, context)
      }
      registerHooks({ load })`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(noting)}`
    const server = await runUntilReady({ ...place.env, ROLES: 'api', NODE_OPTIONS })
    expect(existsSync(trace)).toBe(true)
    expect(await end(server)).toBe(0)
  })

  it('HND-01 says that another one runs on the same data folder', async () => {
    await using place = await workplace()
    const first = await runUntilReady(place.env)
    await expectSentence(failedStart(place.env), /data folder .* is in use by another Kellersonne/)
    expect((await fetch(`${place.url}/api/health`)).status).toBe(200)
    await end(first)
  })

  it.each(['PORT', 'UPDATES_PORT', 'MQTT_PORT', 'MQTTS_PORT', 'METRICS_PORT'])(
    'HND-01 names a taken %s',
    async (name) => {
      await using place = await workplace()
      const taken = await listenAnywhere()
      const env = { ...place.env, MQTT_HOST: '0.0.0.0', [name]: String(taken.port) }
      await expectSentence(failedStart(env), new RegExp(`(?=.*\\b${name}\\b).*\\b${taken.port}\\b`))
      await taken.close()
    },
  )

  it('HND-01 names a data folder that cannot be written', async () => {
    await using place = await workplace()
    const file = join(place.env['DATA_DIR'] ?? '', 'file')
    await writeFile(file, '')
    await expectSentence(
      failedStart({ ...place.env, DATA_DIR: join(file, 'data') }),
      /data folder .* cannot be written/,
    )
    await expectSentence(
      failedStart({ ...place.env, DATA_DIR: '/proc/data' }),
      /data folder .* cannot be written/,
    )
  })

  it('HND-01 names a database that cannot be reached, and one that asks for a secret', async () => {
    await using place = await workplace()
    const env = { ...place.env, DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    await expectSentence(failedStart(env), /SECRET/)
    const SECRET = Buffer.alloc(32, 7).toString('base64')
    await expectSentence(failedStart({ ...env, SECRET }), /DATABASE_URL.*ECONNREFUSED/)
  })

  it('HND-01 names every variable that cannot be used', async () => {
    await using place = await workplace()
    await expectSentence(failedStart({ ...place.env, PORT: 'eighty', ROLES: 'api,cook' }), /PORT.*ROLES/)
  })

  it('HND-02 makes no demo owner where DEMO=0', async () => {
    await using place = await workplace()
    const server = await runUntilReady({ ...place.env, DEMO: '0' })
    expect((await signIn(place.url)).status).toBe(401)
    await end(server)
  })

  it('HND-02 F18 refuses to serve from a database that has the demo, until that is deleted', async () => {
    await using place = await workplace()
    const cli = (...args: string[]) => runTool(place.env, 'demo', 'purge', ...args)
    const demo = await runUntilReady(place.env)
    expect((await signIn(place.url)).status).toBe(200)
    expect(await cli('--yes')).toMatchObject({ code: 1, output: expect.stringMatching(/^Somebody works/) })
    await end(demo)
    for (const ROLES of ['api,updates,ingest,jobs', 'updates', 'jobs'])
      await expectSentence(
        failedStart({ ...place.env, DEMO: '0', ROLES }),
        /everybody knows its password.*npm run cli -- demo purge --yes/,
      )
    expect(await cli()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^This deletes the owner demo@/),
    })
    expect(await cli('--yes')).toMatchObject({ code: 0 })
    expect(await cli('--yes', '--json')).toMatchObject({ code: 0 })
    const server = await runUntilReady({ ...place.env, DEMO: '0' })
    expect((await signIn(place.url)).status).toBe(401)
    await end(server)
  })

  it('HND-01 F18 is reached from this machine alone in the demo, unless configured otherwise', async () => {
    await using place = await workplace()
    const ports = ['PORT', 'UPDATES_PORT', 'MQTT_PORT', 'MQTTS_PORT', 'METRICS_PORT']
    const reached = (host: string) => Promise.all(ports.map((name) => connects(host, place.env[name])))
    const demo = await runUntilReady(place.env)
    expect(await reached('127.0.0.1')).toEqual([true, true, true, true, true])
    expect(await reached('127.0.0.2')).toEqual([false, false, false, false, false])
    await end(demo)
    const opened = await runUntilReady({ ...place.env, HOST: '0.0.0.0' })
    expect(await reached('127.0.0.2')).toEqual([true, true, false, true, false])
    await end(opened)
  })

  it.runIf(process.getuid?.() === 0)(
    'starts for root in a folder that is closed to everybody else',
    async () => {
      await using place = await workplace()
      const closed = await mkdtemp(join(tmpdir(), 'ks-closed-'))
      await chmod(closed, 0o700)
      const server = await runUntilReady({ ...place.env, DATA_DIR: join(closed, 'data') })
      await expect.poll(async () => (await fetch(`${place.url}/api/health`)).status).toBe(200)
      await end(server)
      await rm(closed, { recursive: true })
    },
  )
})
