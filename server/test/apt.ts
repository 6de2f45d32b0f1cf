import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs Debian's packages. Of several files at once one waits for the other, as apt-get would not. */
export function aptInstall(...packages: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const lock = join(tmpdir(), 'ks-apt')
  for (const args of [['update'], install])
    spawnSync('flock', [lock, 'apt-get', ...args], { env, stdio: 'ignore' })
}
