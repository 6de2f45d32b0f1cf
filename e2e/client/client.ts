/**
 * A program of somebody else, written against the types generated from the API's document alone (`api-client.spec.ts`
 * generates them). It does what an app does, and prints what it saw as JSON.
 */
import type { components, paths } from 'kellersonne-api'
import createClient from 'openapi-fetch'

type Schemas = components['schemas']
const { PORTAL = '', UPDATES = '', EMAIL = '', PASSWORD = '' } = process.env
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

const main = createClient<paths>({ baseUrl: PORTAL, headers: FORM })
const refused = await main.POST('/api/auth/token/', { body: { email: EMAIL, password: 'wrong' } })
const wrong: Schemas['Problem']['code'] | undefined = refused.error?.code

const signedIn = await main.POST('/api/auth/token/', { body: { email: EMAIL, password: PASSWORD } })
const { access, refresh }: Schemas['Tokens'] = known(signedIn.data)
const cookie = signedIn.response.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')
main.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${access}`) })

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no answer')
  return value
}

/** Yields what the live stream tells, until the caller stops. */
async function* liveEvents(): AsyncGenerator<Schemas['LiveRecords']> {
  const abort = new AbortController()
  const { data } = await main.GET('/api/auth/live/', { parseAs: 'stream', signal: abort.signal })
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of known(data ?? undefined)) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const line = block.split('\n').find((one) => one.startsWith('data: ['))
        if (line !== undefined) yield JSON.parse(line.slice('data: '.length))
      }
    }
  } finally {
    abort.abort()
  }
}

/** Decodes a column as the document says. */
function decode({ per, deltas }: Schemas['Column']): (number | null)[] {
  let sum = 0
  return deltas.map((delta) => {
    sum += delta ?? 0
    return delta === null ? null : sum / per
  })
}

const systems = known((await main.GET('/api/auth/usr_sn/')).data)
const [sn = ''] = systems.flatMap((one) => (one.sn === -1 ? [] : [one.sn]))

const chart = await main.GET('/api/auth/graph/', {
  params: { query: { sn, interval: 'Day', from_date: new Date().toISOString().slice(0, 10), series: 'm4' } },
})
const column = known(chart.data?.series['m4']).values

const archive = await main.GET('/api/auth/export/', { parseAs: 'arrayBuffer' })

let first: Schemas['LiveRecords'] | undefined
let command: Schemas['Command'] | undefined
for await (const records of liveEvents()) {
  if (first === undefined) {
    first = records
    command = (await main.POST('/api/auth/command/', { body: { sn, command: 'standby' } })).data
  }
  const { id } = known(command)
  command = (await main.GET('/api/auth/command/{id}/', { params: { path: { id } } })).data
  if (command?.state !== 'waiting' && command?.state !== 'accepted') break
}

const updatable = known((await main.GET('/api/v1/has_update', { params: { query: { sn: '1' } } })).data)
const [updated = ''] = Object.keys(updatable)
const plan = known((await main.GET('/api/auth/update/', { params: { query: { sn: updated } } })).data).plan
const parts = plan.parts.map(({ chip, to }) => `${chip} ${to}`).join()
const wording = `I agree to install ${parts}.`
await main.POST('/api/auth/update/consent/', { body: { sn: updated, lang: 'en', parts, wording } })
const updates = createClient<paths>({ baseUrl: `${UPDATES}/api/v1`, headers: { cookie } })
const started = await updates.POST('/update/', {
  body: { sn: updated, update: '1' },
  bodySerializer(body) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.append(name, value)
    return form
  },
})
const running = await main.GET('/api/auth/update/', { params: { query: { sn: updated } } })
const cancelled = await main.POST('/api/auth/update/cancel/', { body: { sn: updated } })

await main.POST('/api/auth/logout/', { body: { refresh } })
// The end of a session reaches every process, a moment after the answer.
let afterwards = await main.GET('/api/auth/usr_sn/')
while (!afterwards.error) afterwards = await main.GET('/api/auth/usr_sn/')

process.stdout.write(
  JSON.stringify({
    wrong,
    systems: systems.map((one) => one.sn),
    live: first?.flatMap((record) => Object.keys(record)),
    column,
    values: decode(column),
    archive: Buffer.from(known(archive.data)).subarray(0, 2).toString(),
    command: command?.state,
    plan: parts,
    started: Object.keys(known(started.data).updates),
    running: running.data?.last?.outcome,
    cancelled: cancelled.data?.outcome,
    afterwards: afterwards.error?.code,
  }),
)
