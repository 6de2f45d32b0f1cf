import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { reservePort } from '@kellersonne/testing/ports'
import { expect, it, onTestFinished } from 'vitest'
import { broker, folder } from './bench.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const FREQUENT = { interval: 20 }
const unitsOf = (...sns: string[]) =>
  JSON.stringify(sns.map((sn, i) => ({ sn, phase: i + 1, secret: `secret of ${sn}` })))

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, MAILBOX_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  return { child, output: () => output }
}
const ended = async (child: ChildProcess) => {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

it('waits for its units, follows their file, and ends cleanly', async () => {
  const server = await broker()
  const stateDir = await folder()
  const unitsFile = join(stateDir, 'units.json')
  const put = async (text: string) => {
    await writeFile(`${unitsFile}.new`, text)
    await rename(`${unitsFile}.new`, unitsFile)
  }
  const { child, output } = start({
    SIMULATOR_PORT: String(await reservePort()),
    BROKER_URL: server.url,
    UNITS_FILE: unitsFile,
    STATE_DIR: join(stateDir, 'made', 'by', 'it'),
    HISTORY_DAYS: '1',
    INTERVAL_MS: '200',
  })
  const received = (sn: string) => server.readings(serialNumber.parse(sn)).length
  await put(unitsOf('1001'))
  await expect.poll(() => received('1001'), FREQUENT).toBeGreaterThan(1439)
  await put('[{"sn":')
  await expect.poll(output, FREQUENT).toContain('cannot be read')
  await put(unitsOf('1001', 'KELLER'))
  await expect.poll(() => received('KELLER'), FREQUENT).toBeGreaterThan(1439)
  await put(unitsOf('KELLER'))
  await expect.poll(() => server.published('storage/1001/online').at(-1), FREQUENT).toBe('{"online":false}')

  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
  expect(server.published('storage/KELLER/online').at(-1)).toBe('{"online":false}')
})

it('AUT-12 runs a unit that is new from the box without a past', async () => {
  const server = await broker()
  const stateDir = await folder()
  const unitsFile = join(stateDir, 'units.json')
  const entry = { sn: 'KELLER', phase: 1, secret: 'secret' }
  const run = async (units: object[]) => {
    await writeFile(unitsFile, JSON.stringify(units))
    return start({
      SIMULATOR_PORT: String(await reservePort()),
      MAILBOX_PORT: '0',
      BROKER_URL: server.url,
      UNITS_FILE: unitsFile,
      STATE_DIR: stateDir,
      HISTORY_DAYS: '1',
      INTERVAL_MS: '200',
    })
  }
  const received = (sn: string) => server.readings(serialNumber.parse(sn)).length
  await run([
    { ...entry, code: '2345-ABCD-EFGHJ' },
    { ...entry, sn: '1001' },
  ])
  await expect.poll(() => received('1001'), FREQUENT).toBeGreaterThan(1439)
  expect(received('KELLER')).toBeGreaterThan(0)
  expect(received('KELLER')).toBeLessThan(1000)
})

it('HND-01 names a taken port in one sentence and ends with 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  const { child, output } = start({ SIMULATOR_PORT: String(port), STATE_DIR: await folder() })
  expect(await ended(child)).toBe(1)
  expect(output()).toBe(
    `Port ${port} (SIMULATOR_PORT) is taken: the simulated units' front panels need one.\n`,
  )

  const mailless = start({
    SIMULATOR_PORT: String(await reservePort()),
    MAILBOX_PORT: String(port),
    STATE_DIR: await folder(),
  })
  expect(await ended(mailless.child)).toBe(1)
  expect(mailless.output()).toBe(`Port ${port} (MAILBOX_PORT) is taken: the demo's mails need one.\n`)
})

it.each([
  [{ HISTORY_DAYS: '400' }, 'HISTORY_DAYS'],
  [{ REPLAY_FILE: '/nowhere/house.csv' }, '/nowhere/house.csv'],
  [{ STATE_DIR: '/dev/null/state' }, '/dev/null/state'],
])('says in one sentence what is wrong with %j', async (env, word) => {
  const { child, output } = start({
    SIMULATOR_PORT: String(await reservePort()),
    STATE_DIR: await folder(),
    ...env,
  })
  expect(await ended(child)).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toContain(word)
})
