import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bareEnvironment } from '@kellersonne/testing/run'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayFile } from './build-gateway.ts'

const run = promisify(execFile)

it('GWY-01 makes one file of the gateway, with its profiles, that runs with Node alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ks-gateway-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'gateway.mjs'), await gatewayFile())
  const settings = {
    version: 1,
    portal: { serial_number: '5000001', secret: 'secret', broker_url: 'mqtt://127.0.0.1:9' },
    devices: [{ name: 'cellar', profile: 'nothing-of-ours', host: '127.0.0.1' }],
  }
  await writeFile(join(folder, 'gateway.json'), JSON.stringify(settings))
  const started = run(process.execPath, ['gateway.mjs'], { cwd: folder, env: bareEnvironment() })
  const output = await started.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
  expect(output).toContain('There is no profile “nothing-of-ours”')
  expect(output).toContain('fronius-gen24-modbus')
})
