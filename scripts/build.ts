import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}web/dist/index.html`
const sources = [
  'core/src',
  'contract/src',
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

/** Builds the portal unless nothing has changed since it was. */
export async function buildPortal() {
  if (await isCurrent()) return
  const args = [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn']
  const [code] = await once(spawn(process.execPath, args, { cwd: `${root}web`, stdio: 'inherit' }), 'exit')
  if (code === 0) return
  console.error('The portal could not be built (see above).')
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPortal()
