import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeApi } from '@kellersonne/server/app/description/description'
import { openApi } from '@kellersonne/server/platform/http/openapi/document'

/** Lints the API's document, without a running server, and the device protocol's AsyncAPI document by `redocly.yaml`. */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.cache')
const file = join(folder, 'openapi.json')
const protocol = join(root, 'docs', 'device-protocol', 'asyncapi.json')
const addresses = { PUBLIC_URL: 'https://portal.example', UPDATES_URL: 'https://updates.example' }
mkdirSync(folder, { recursive: true })
writeFileSync(file, JSON.stringify(openApi(describeApi(addresses)), null, 2))

const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const { status } = spawnSync(process.execPath, [linter, 'lint', file, protocol], {
  cwd: root,
  stdio: 'inherit',
  // Neither checks for updates nor sends telemetry.
  env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
})
process.exitCode = status ?? 1
