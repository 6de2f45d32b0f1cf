import { runCli } from './cli.ts'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => ending.abort(new Error('stopped')))
process.exitCode = await runCli(process.argv.slice(2), process.env, ending.signal, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
