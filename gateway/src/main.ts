import { parseArgs } from 'node:util'
import { importHistory } from './history/import.ts'
import { check, run } from './run.ts'
import { SettingsFault } from './settings/fault.ts'
import { setUp } from './setup/setup.ts'
import { openTerminal } from './setup/terminal.ts'

const CLOSE_MS = 5000
const commands = new Set(['setup', 'run', 'import'])
/** V8 otherwise lets its heap grow far beyond what is in use, as long as the computer has memory. */
const SMALL = '--optimize-for-size'
/** Without a compiler, which a few values a second do not need. Sources need it: WebAssembly removes their types. */
const INTERPRETED = import.meta.filename.endsWith('.ts') ? [] : ['--lite-mode']
const HEAP = [SMALL, ...INTERPRETED, '--max-semi-space-size=1', '--max-old-space-size=96']
/** The C library otherwise keeps a heap for each thread. */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }
const usage = `Reads the devices of a house and reports their values to the portal.

  gateway setup [--portal URL --code CODE]   pairs the gateway, adds devices, shows their values
  gateway                                    runs the gateway
  gateway --check                            shows devices, their last values, and what is waiting to be sent
  gateway import [--device NAME] [--from DAY] [--out FILE]
                                             fetches past energies from Home Assistant or evcc

  --settings FILE   instead of gateway.json
  --language de     German
  --from DAY        2025-01-31; default two years ago; evcc always returns everything
  --out FILE        instead of history.csv
`

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        settings: { type: 'string', default: process.env['GATEWAY_SETTINGS'] ?? 'gateway.json' },
        portal: { type: 'string' },
        code: { type: 'string' },
        device: { type: 'string' },
        from: { type: 'string' },
        out: { type: 'string', default: 'history.csv' },
        language: { type: 'string', default: process.env['LANG'] ?? 'en' },
      },
    })
  } catch (error) {
    throw new SettingsFault(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Replaces this process by one with a small heap, where the system supports that. */
function shrink() {
  const { execve, execPath, execArgv, argv, env } = process
  if (execve && !execArgv.includes(SMALL))
    execve(execPath, [execPath, ...HEAP, ...execArgv, ...argv.slice(1)], { ...env, ...ONE_ARENA })
}

async function main() {
  const { values, positionals } = read()
  const [command, ...others] = positionals
  const language = values.language.startsWith('de') ? 'de' : 'en'
  if (values.help) return void process.stdout.write(usage)
  if (others.length > 0 || (command !== undefined && !commands.has(command)))
    throw new SettingsFault(`“${positionals.join(' ')}” is not a command.\n\n${usage}`)
  if (command === 'setup') {
    const terminal = openTerminal(process.stdin, process.stdout, process.stdin.isTTY)
    const { settings: path, portal = null, code = null } = values
    return setUp({ path, portal, code, language }, terminal).finally(terminal.close)
  }
  if (command === 'import') {
    const { settings: path, out, device = null, from = null } = values
    return void process.stdout.write(await importHistory({ path, out, device, from, language }))
  }
  if (values.check) return void process.stdout.write(await check(values.settings, language))
  shrink()
  const gateway = await run(values.settings)
  const close = () => {
    setTimeout(() => process.exit(0), CLOSE_MS).unref()
    void gateway.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
}

await main().catch((error: unknown) => {
  const known = error instanceof SettingsFault
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
