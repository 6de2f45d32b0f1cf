import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gatewayFile } from './build-gateway.ts'
import { publish } from './publish.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}web/dist/index.html`
const sources = [
  'core/src',
  'contract/src',
  'device-kit/src',
  'gateway/src',
  'gateway/profiles',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite',
  'package-lock.json',
]

async function newest(path: string): Promise<number> {
  const { mtimeMs } = await stat(path)
  const entries = await readdir(path, { recursive: true }).catch(() => [])
  const times = await Promise.all(entries.map(async (entry) => (await stat(`${path}/${entry}`)).mtimeMs))
  return Math.max(mtimeMs, ...times)
}

async function isCurrent() {
  if (!existsSync(built)) return false
  const times = await Promise.all(sources.map((source) => newest(`${root}${source}`)))
  return (await stat(built)).mtimeMs > Math.max(...times)
}

async function build(folder: string): Promise<boolean> {
  const vite = [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn']
  const args = [...vite, '--outDir', folder, '--emptyOutDir']
  const [code] = await once(spawn(process.execPath, args, { cwd: `${root}web`, stdio: 'inherit' }), 'exit')
  return code === 0
}

/** Builds the portal if anything has changed since the last build, next to the one that may be in use. */
export async function buildPortal() {
  if (await isCurrent()) return
  await mkdir(`${root}.cache`, { recursive: true })
  const folder = await mkdtemp(`${root}.cache/portal-`)
  const done = await build(folder)
  // Owners download it from the portal that it is to connect to.
  if (done) await writeFile(`${folder}/gateway.mjs`, await gatewayFile())
  if (done) await publish(folder, `${root}web/dist`, new Date())
  await rm(folder, { recursive: true })
  if (done) return
  console.error('The portal could not be built (see above).')
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPortal()
