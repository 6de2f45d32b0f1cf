import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEndpoints } from '../../../test/endpoints.ts'
import { multipart, testUpdates } from '../../../test/set-up/update-service.ts'
import { createChartWorker } from '../../energy/charts/chart-worker.ts'

/** The longest a request may block the event loop, in ms. */
const MOST_MS = 100
const TRIES = 3
/** The maximum size of a form, and of a request's head. */
const BODY = 60 * 1024
const HEAD = 14 * 1024

/** Valid values, so that a call gets past its other fields. */
const good: Record<string, string> = {
  ...{ sn: '1001', email: 'anna@example.org', password: 'Not-the-right-1', id: crypto.randomUUID() },
  ...{
    from_date: '2026-06-01',
    until_date: '2026-07-01',
    interval: 'Year',
    resolution: 'quarter',
    days: '366',
  },
  ...{
    key1: '1001',
    language: 'de',
    page: '1',
    refresh: 'x',
    token: 'x',
    command: 'off',
    stay_logged_in: 'true',
  },
}
/** Inputs, to be repeated, that are known to slow down regular expressions, parsers and password strength checks. */
const units = [
  ...['a', '1', ' ', '\0', '😀', 'a.', '111:1:', 'a@', '1-', ',m2', 'Aa1!', '{"a":['],
  ...['%F0%9F', 'ab12', 'qwertz', '\r\n--b'],
]
/** The maximum length of text that is checked word by word. */
const SHORT = 128

let api: Awaited<ReturnType<typeof testUpdates>>
let entered: Awaited<ReturnType<typeof api.enter>>
beforeAll(async () => {
  api = await testUpdates({ answering: createChartWorker })
  await api.owner('anna@example.org', ['1001', '1002'])
  entered = await api.enter('anna@example.org')
})
afterAll(() => api.close())

const fieldsOf = ({ params, query, form }: Endpoint) => ({
  path: Object.keys(params?.shape ?? {}),
  query: Object.keys(query?.shape ?? {}),
  form: Object.keys(form?.shape ?? {}),
})
type Values = Record<string, string>

/** Returns a field's worst values: each unit repeated after a valid prefix, or at full length before a wrong end. */
const worstOf = (field: string, most: number) => [
  ...units.flatMap((unit) => {
    const text = unit.repeat(most / unit.length)
    return [`${good[field] ?? ''}${text.slice(0, SHORT)}`.slice(0, SHORT), `${text}!`]
  }),
  // Marks above a letter before those below it have to be sorted.
  `a${'\u0301'.repeat(most / 4)}${'\u0323'.repeat(most / 4)}`,
]
/** What is slow to look for, and what to look for it in. */
const SOUGHT = `${'a'.repeat(260)}b${'a'.repeat(BODY / 4)}`
const THROUGH = 'a'.repeat((BODY * 5) / 8)

const encoded = (values: Values) => new URLSearchParams(values).toString().slice(0, HEAD)
/** A form in which nothing is encoded that need not be: more of it fits in. */
const plain = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value.replaceAll(/[&=%+]/g, encodeURIComponent)}`)
    .join('&')

/** Returns one request of an endpoint with the given fields. */
function requestOf(endpoint: Endpoint, values: Values, extra = ''): InjectOptions {
  const { query, form } = fieldsOf(endpoint)
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const body = endpoint.multipart
    ? multipart(Object.entries(of(form)))
    : {
        payload:
          Buffer.from(plain(of(form)))
            .subarray(0, BODY)
            .toString() + extra,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
  const who =
    endpoint.auth === 'cookie' ? { cookie: entered.cookie } : { authorization: `Bearer ${entered.access}` }
  return {
    method: endpoint.method,
    url: `${path}?${encoded(of(query))}${endpoint.method === 'GET' ? extra.slice(0, HEAD) : ''}`,
    ...(endpoint.method === 'POST' && body),
    headers: { ...(endpoint.method === 'POST' && body.headers), ...who },
  }
}

/** Returns all requests to try: each field at its worst beside valid ones, and requests with countless fields. */
function worst(endpoint: Endpoint): InjectOptions[] {
  const { path, query, form } = fieldsOf(endpoint)
  const names = [...path, ...query, ...form]
  const values = Object.fromEntries(names.flatMap((name) => (good[name] ? [[name, good[name]]] : [])))
  const spoilt = names.flatMap((name) =>
    worstOf(name, form.includes(name) ? BODY : HEAD).map((text) =>
      requestOf(endpoint, { ...values, [name]: text }),
    ),
  )
  const endless = [
    '&a',
    '&a=1&a=2',
    '&__proto__=1',
    `&${names[0]}=1`,
    `&${names[0]}[a]=1`,
    '&%',
    '&=',
    '&\0=',
  ]
  const many = (names.length === 0 ? endless.slice(0, 1) : endless).map((one) =>
    requestOf(endpoint, values, one.repeat(Math.floor(BODY / one.length))),
  )
  const numbered = Array.from({ length: 5000 }, (_, i) => `&k${i}=`).join('')
  // Of the fields that are compared with one another, one comes first in each form.
  const paired = form.slice(1).map((name) => ({ ...values, [form[0] ?? '']: SOUGHT, [name]: THROUGH }))
  return [
    ...[...spoilt, ...many, requestOf(endpoint, values, numbered)],
    ...paired.map((all) => requestOf(endpoint, all)),
  ]
}

const worked = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Resolves to the longest that this thread works in one turn of the event loop until `send` is over, in ms. Looks each
 * millisecond, which adds at most that much to a turn: looking in each turn would keep a core busy while others answer.
 */
async function longestTurn(send: () => Promise<unknown>) {
  let [longest, last] = [0, worked()]
  let looking: NodeJS.Timeout | undefined
  function look() {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
    looking = setTimeout(look, 1)
  }
  look()
  await send()
  clearTimeout(looking)
  return Math.max(longest, worked() - last)
}

/**
 * Measures how long a request blocks the event loop, in CPU time of this thread, regardless of the machine's load.
 * The time of the whole request bounds any turn and is mostly small; the minimum of some attempts counts, as
 * compilation and garbage collection meanwhile are not the request's.
 */
async function holdOf(send: () => Promise<unknown>) {
  const before = worked()
  await send()
  let least = worked() - before
  for (let i = 0; i < TRIES && least > MOST_MS; i += 1) least = Math.min(least, await longestTurn(send))
  return least
}

const endpoints = (await contractEndpoints()).filter(({ stream }) => !stream)

describe('no single request', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'API-13 F1 holds the others up: %s',
    async (_, endpoint) => {
      const slow: string[] = []
      for (const request of worst(endpoint)) {
        await api.db.run('delete from attempt')
        const send = () => (endpoint.auth === 'cookie' ? api.inject(request) : api.app.inject(request))
        const ms = await holdOf(send)
        if (ms > MOST_MS) slow.push(`${ms} ms: ${JSON.stringify(request).slice(0, 200)}`)
      }
      expect(slow).toEqual([])
    },
  )
})
