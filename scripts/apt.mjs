// Installs packages where there is Debian's tool for that and somebody who may use it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Whether it could. */
export function aptInstall(name) {
  if (!existsSync('/usr/bin/apt-get')) return false
  const [apt, ...rest] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  return run(apt, ...rest, 'update', '-qq') && run(apt, ...rest, 'install', '-y', '-qq', name)
}
