import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { deploymentOf, genuine, type Offer } from '../src/against-unit/offer.ts'
import { openFaulty } from './faulty-server.ts'
import { tested } from './real-server.ts'

const operator = generateKeyPairSync('ed25519')
const bytes = randomBytes(1000)
const sound = genuine({ chip: 'bms', version: '2.5.0', bytes }, operator.privateKey)
const PATH = '/default/controller/v1/1001'

type Faults = {
  readonly offer?: Offer
  /** Lets everybody in. */
  readonly open?: boolean
  /** Asks for attributes each time. */
  readonly forgetful?: boolean
  /** Takes any body and action. */
  readonly careless?: boolean
  /** Sends the whole image whatever part is asked for. */
  readonly partless?: boolean
  /** Believes the last word, whatever came before. */
  readonly fickle?: boolean
  readonly sleep?: string
}

/** An update service with an update that waits, sound but for the given faults. Resolves to its address. */
async function openService(faults: Faults): Promise<string> {
  const { offer = sound, open, forgetful, careless, partless, fickle, sleep = '00:00:05' } = faults
  let [reported, over] = [false, false]
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    const root = `http://${headers.host}${PATH}`
    const json = (status: number, body: object = {}) => response.writeHead(status).end(JSON.stringify(body))
    if (!open && headers.authorization !== 'TargetToken unit') return json(401)
    if (url === PATH) {
      const links = {
        ...((forgetful || !reported) && { configData: { href: `${root}/configData` } }),
        ...(!over && { deploymentBase: { href: `${root}/deploymentBase/1` } }),
      }
      return json(200, { config: { polling: { sleep } }, _links: links })
    }
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (method === 'PUT') reported = true
      if (method === 'PUT') return json(careless || body.includes('merge') ? 200 : 400)
      if (method === 'POST' && over && body.includes('failure')) return json(fickle ? 200 : 410)
      if (method === 'POST' && body.includes('closed')) over = true
      if (method === 'POST') return json(200)
      if (url === `${PATH}/deploymentBase/1`)
        return over ? json(404) : json(200, deploymentOf(offer, '1', root))
      if (!url.includes('/artifacts/')) return json(careless ? 200 : 404)
      const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
      const end = Number(/-(\d+)$/.exec(headers.range ?? '')?.[1] ?? bytes.length - 1)
      const whole = partless || headers['if-range'] === '"other"' || headers.range === undefined
      response.setHeader('etag', '"one"')
      if (!whole && start >= bytes.length) return json(416)
      const part = whole ? offer.bytes : offer.bytes.subarray(start, end + 1)
      return response.writeHead(whole ? 200 : 206, { 'content-length': part.length }).end(part)
    })
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function wrong(faults: Faults): Promise<string[]> {
  const updates = { url: await openService(faults), key: operator.publicKey }
  const results = await tested({ port: await openFaulty({}) }, { updates, only: 'firmware.md' })
  expect(results.length).toBeGreaterThan(0)
  return results.flatMap(({ verdict, rule }) => (verdict === 'right' ? [] : [rule]))
}
const { signature } = genuine(
  { chip: 'bms', version: '2.5.0', bytes },
  generateKeyPairSync('ed25519').privateKey,
)
const changed = Buffer.from(bytes).fill(0, 0, 1)
const hashed = { ...sound.facts, sha256: createHash('sha256').update('').digest('hex') }

it('UNT-04 finds all right with a sound update service', async () => {
  expect(await wrong({})).toEqual([])
})

it.each<[string, Faults, string]>([
  ['lets everybody in', { open: true }, 'refuses a wrong secret, and none'],
  ['forgets attributes', { forgetful: true }, 'takes attributes'],
  [
    'takes any body and action',
    { careless: true },
    'refuses a body that is wrong, and an action that is not',
  ],
  ['says oddly when to poll', { sleep: '5 s' }, 'answers a poll'],
  [
    'offers what a stranger has signed',
    { offer: { ...sound, signature } },
    'offers an update that is signed',
  ],
  ['sends other bytes', { offer: { ...sound, bytes: changed } }, 'sends the image, in parts too'],
  ['names another hash', { offer: { ...sound, facts: hashed } }, 'offers an update that is signed'],
  ['sends no parts', { partless: true }, 'sends the image, in parts too'],
  ['changes its mind', { fickle: true }, 'takes a final report again, but none against it'],
])('UNT-04 finds an update service that %s', async (_, faults, rule) => {
  expect(await wrong(faults)).toContain(rule)
})
