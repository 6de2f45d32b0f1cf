// `npm run clusters`: the tests in which whole machines of a cluster are killed, minutes of work for two cores.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './suite/packages/packages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const unpacked = join(root, '.cache/clusters')
/** Their packages would start services, so they are unpacked rather than installed, with what they need. */
const packages = ['etcd-server', 'haproxy', 'patroni', 'python3-etcd']
const UNPACK = 'for package in "$0"/*.deb; do dpkg-deb --extract "$package" "$1"; done'

function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** Throws an explanation if the packages cannot be had. */
function unpackPrograms(): void {
  if (existsSync(join(unpacked, 'usr/bin/patroni'))) return
  const folder = mkdtempSync(join(tmpdir(), 'clusters-'))
  try {
    mkdirSync(join(folder, 'partial'))
    mkdirSync(unpacked, { recursive: true })
    const options = [
      '-y',
      '-qq',
      '--no-install-recommends',
      '--download-only',
      '-o',
      `Dir::Cache::archives=${folder}/`,
    ]
    const fetched = run('apt-get', 'install', ...options, '-o', 'APT::Sandbox::User=root', ...packages)
    if (
      !fetched ||
      globSync('*.deb', { cwd: folder }).length === 0 ||
      !run('sh', '-ec', UNPACK, folder, unpacked)
    )
      throw new Error(`These tests need ${packages.join(', ')} as Debian packages them.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

await ensurePackages(['postgresql', 'rabbitmq'])
unpackPrograms()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.clusters.config.ts']
process.exitCode = run(process.execPath, ...vitest, ...process.argv.slice(2)) ? 0 : 1
