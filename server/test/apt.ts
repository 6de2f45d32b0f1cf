import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LOCK = join(tmpdir(), 'ks-apt')
const alone = (...command: string[]) =>
  spawnSync('flock', [LOCK, ...command], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
  })

/**
 * Installs Debian's packages where something of them is missing. Of several test files at once one waits for the other,
 * so that none finds what is only half installed.
 */
export function ensurePackages(isMissing: () => boolean, ...packages: string[]) {
  alone('true')
  if (!isMissing()) return
  alone('apt-get', 'update')
  alone('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
}
