// npm run cli: installs missing packages, then runs the operators' tool, which alone writes to standard output.
import { spawnSync } from 'node:child_process'
import { install, nodeBinary, root } from './install.mjs'

install(process.stderr)
const tool = spawnSync(nodeBinary(), [`${root}server/src/operations/cli.ts`, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(tool.status ?? 1)
