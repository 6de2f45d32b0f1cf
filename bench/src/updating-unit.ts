// A unit's update client, reduced to what an interruption needs, as a process that can be killed:
// `updating-unit.ts <address> <serial number> <folder> [<bytes>]`. Having so many bytes of an image it says "held", and
// whatever has happened when it is told to go on has cost it its line. It ends when nothing is left to install.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deployment, deployment, poll } from '@kellersonne/contract/ddi'
import { SECRET } from './fleet.ts'

const RETRY_MS = 50
const [url = '', sn = '', folder = '', bytes] = process.argv.slice(2)
const headers = { authorization: `TargetToken ${SECRET}` }
let holdAt = bytes === undefined ? null : Number(bytes)

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.json()
}

async function say(address: string, execution: string, finished: string, details: readonly string[]) {
  const status = { execution, result: { finished, progress: { cnt: 0, of: 1 } }, details }
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(`${address}/feedback`, { ...init, body: JSON.stringify({ id: 0, status }) })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
}

/** Once, at the byte where the interruption is to come. */
async function hold(had: number) {
  if (holdAt === null || had < holdAt) return
  holdAt = null
  process.send?.('held')
  await once(process, 'message')
  throw new Error('the line was lost')
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** Goes on where the file ends. */
async function download(link: string, file: string, size: number) {
  const from = sizeOf(file)
  const range = from > 0 ? { range: `bytes=${from}-` } : {}
  const request = get(link, { headers: { ...headers, ...range }, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  // The answer tells of it too.
  request.on('error', () => undefined)
  if (!response || response.statusCode !== (from > 0 ? 206 : 200))
    throw new Error(`${link}: ${response?.statusCode}`)
  try {
    await hold(from)
    for await (const chunk of response) {
      const room = holdAt === null ? size : holdAt - sizeOf(file)
      appendFileSync(file, Buffer.from(chunk).subarray(0, room))
      await hold(sizeOf(file))
    }
  } finally {
    response.destroy()
  }
}

async function install(address: string, { deployment: { chunks } }: Deployment) {
  const artifact = chunks[0]?.artifacts[0]
  const link = Object.values(artifact?._links ?? {})[0]?.href
  if (!artifact || link === undefined) throw new Error('there is nothing in it')
  const { size, hashes } = artifact
  const [part, target] = [join(folder, hashes.sha256), join(folder, `${chunks[0]?.version}.image`)]
  if (!existsSync(target)) {
    await say(address, 'proceeding', 'none', [])
    if (sizeOf(part) < size) await download(link, part, size)
    const whole = createHash('sha256').update(readFileSync(part)).digest('hex') === hashes.sha256
    if (!whole) return say(address, 'closed', 'failure', ['the hash is another'])
    renameSync(part, target)
  }
  await say(address, 'proceeding', 'none', ['All Chunks Installed.'])
  await say(address, 'closed', 'success', ['Update Installed.'])
}

/** Whether anything was left. */
async function turn(): Promise<boolean> {
  const { _links } = poll.parse(await read(`${url}/default/controller/v1/${sn}`))
  const address = _links.deploymentBase?.href
  if (address === undefined) return false
  await install(address, deployment.parse(await read(address)))
  return true
}

process.on('disconnect', () => process.exit(1))
while (await turn().catch(() => true)) await sleep(RETRY_MS)
process.exit(0)
