// npm start: installs what is missing, then starts the product with simulated units.
import { spawn } from 'node:child_process'
import { install, nodeBinary, root } from './install.mjs'

install()
const args = ['--optimize-for-size', 'scripts/launch.ts', ...process.argv.slice(2)]
// A Node that can becomes the launcher, and saves a process.
if (process.execve) {
  process.chdir(root)
  process.execve(nodeBinary(), ['node', ...args], process.env)
}
const launcher = spawn(nodeBinary(), args, {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal))
launcher.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
