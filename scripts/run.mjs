// Runs a program of this project, after installing missing packages: `node scripts/run.mjs PROGRAM [ARGUMENT …]`.
import { spawn } from 'node:child_process'
import { install, nodeBinary, root } from './install.mjs'

const LOOK_MS = 500

install()
const args = process.argv.slice(2)
process.chdir(root)
// If Node supports it, this process becomes the program, which saves a process.
if (process.execve) process.execve(nodeBinary(), ['node', ...args], process.env)
const program = spawn(nodeBinary(), args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
program.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
// Stops the program if our parent was killed, because nothing else would.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) program.kill('SIGTERM')
}, LOOK_MS).unref()
