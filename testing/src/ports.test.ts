import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { reservePort } from './ports.ts'

const module = fileURLToPath(new URL('ports.ts', import.meta.url))
const MANY = 200
const program = `
  import { reservePort } from ${JSON.stringify(module)}
  const ports = []
  for (let i = 0; i < ${MANY}; i += 1) ports.push(await reservePort())
  console.log(JSON.stringify(ports))
  process.stdin.resume()`

it('gives no port to two processes, and each below those of outgoing connections', async () => {
  const run = promisify(execFile)
  const started = Array.from({ length: 3 }, () =>
    run(process.execPath, ['--input-type=module-typescript', '-e', program]),
  )
  const lists = await Promise.all(
    started.map(async ({ child }) => {
      const [line] = await once(child.stdout ?? process.stdin, 'data')
      return JSON.parse(String(line)) as number[]
    }),
  )
  const own = await Promise.all(Array.from({ length: MANY }, reservePort))
  for (const { child } of started) child.stdin?.end()
  await Promise.all(started)
  const all = [...lists.flat(), ...own]
  expect(new Set(all).size).toBe(4 * MANY)
  expect(Math.max(...all)).toBeLessThan(32_768)
})

it('gives ports that can be listened at', async () => {
  const server = createServer().listen(await reservePort())
  await once(server, 'listening')
  server.close()
})
