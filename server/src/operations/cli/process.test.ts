import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { end, runUntilReady, workplace } from '../../../test/process.ts'

describe("the operators' tool as a process", () => {
  const main = fileURLToPath(new URL('../cli.ts', import.meta.url))
  async function runCommand(env: NodeJS.ProcessEnv, ...args: string[]) {
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { code, out, err }
  }
  const addSystem = ['system', 'add', 'CLI', '--phase', '1', '--time-zone', 'Europe/Berlin', '--json']

  it('HND-03 works before the server was ever started, while it runs, and after it was killed', async () => {
    await using place = await workplace({ empty: true })
    const { code, out } = await runCommand(place.env, ...addSystem)
    expect(code).toBe(0)
    const isRunning = () => existsSync(join(place.env['DATA_DIR'] ?? '', 'postgres', 'postmaster.pid'))
    expect(isRunning()).toBe(false)
    const server = await runUntilReady({ ...place.env, DEMO: '0' })
    expect(isRunning()).toBe(true)
    const shown = async () =>
      z
        .object({ systems: z.array(z.looseObject({ sn: z.string() })) })
        .parse(JSON.parse((await runCommand(place.env, 'system', 'list', '--json')).out)).systems
    expect(await shown()).toMatchObject([{ sn: 'CLI' }])
    const answer = await runCommand(place.env, ...addSystem)
    expect(answer).toEqual({ code: 1, out: '', err: 'There is a system CLI already.\n' })
    expect((await fetch(`${place.url}/api/health`)).status).toBe(200)
    await end(server, 'SIGKILL')
    expect(await shown()).toMatchObject([{ sn: 'CLI' }])
    expect(z.looseObject({ sn: z.string() }).parse(JSON.parse(out)).sn).toBe('CLI')
    const next = await runUntilReady({ ...place.env, DEMO: '0' })
    expect(await end(next)).toBe(0)
  })

  it('HND-03 HND-12 HND-22 PRD-06 backs a running server up, and sets another one up, sessions and all', async () => {
    await using from = await workplace()
    await using to = await workplace({ empty: true })
    const file = join(from.env['DATA_DIR'] ?? '', 'backup.tar.zst')
    const form = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' }
    const post = (url: string, path: string, body: Record<string, string>) =>
      fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(body) })

    const server = await runUntilReady(from.env)
    const { refresh } = z
      .object({ refresh: z.string() })
      .parse(await (await post(from.url, '/api/auth/token/', form)).json())
    expect(await runCommand(from.env, 'backup', file, '--json')).toMatchObject({ code: 0, err: '' })
    const metrics = await fetch(`http://127.0.0.1:${from.env['METRICS_PORT']}/metrics`)
    expect(await metrics.text()).toContain(`kellersonne_backup_size_bytes ${(await stat(file)).size}\n`)
    expect(await runCommand(from.env, 'restore', file, '--replace')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/end all processes of Kellersonne first/),
    })
    await end(server)

    expect(await runCommand(to.env, 'restore', file, '--why', 'a new disk', '--json')).toMatchObject({
      code: 0,
    })
    const audit = JSON.parse((await runCommand(to.env, 'audit', 'list', '--json')).out)
    expect(audit).toMatchObject({
      entries: [{ action: 'restore', reason: 'a new disk', after: { rows: expect.any(Number) } }],
    })
    const other = await runUntilReady(to.env)
    expect((await post(to.url, '/api/auth/token/refresh/', { refresh })).status).toBe(200)
    expect(await end(other)).toBe(0)
  })

  it('HND-03 names a database that cannot be reached, and one that asks for a secret', async () => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: 'postgres://127.0.0.1:1/nowhere',
      DATA_DIR: '/tmp',
    }
    expect(await runCommand(env, 'system', 'list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/SECRET/),
    })
    const given = { ...env, SECRET: Buffer.alloc(32, 7).toString('base64') }
    expect(await runCommand(given, 'system', 'list')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database cannot be reached: .*ECONNREFUSED.*\.\n$/),
    })
  })
})
