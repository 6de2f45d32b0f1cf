import { it, onTestFinished } from 'vitest'
import { expectFound } from './faults.ts'

const report = (execution: string, finished: string, detail: string) => ({
  id: '1',
  status: { execution, result: { finished }, details: [detail] },
})
type Manner = {
  /** Never sends its attributes. */
  readonly silent?: boolean
  /** Reports success without being switched on. */
  readonly hasty?: boolean
  readonly secret?: string
  /** Polls once, and never again after an error. */
  readonly resigns?: boolean
}

/** An update client that installs whatever it is offered, from the first byte on after each break. */
function carelessClient(url: string, { silent, hasty, secret = 'secret', resigns }: Manner) {
  const root = `${url}/default/controller/v1/1001`
  const headers = { authorization: `TargetToken ${secret}`, 'content-type': 'application/json' }
  const done = new Set<string>()
  let stopped = false
  onTestFinished(() => {
    stopped = true
  })
  const send = (method: string, to: string, body: object) =>
    fetch(to, { method, headers, body: JSON.stringify(body) })
  async function install(base: string) {
    const text = await (await fetch(base, { headers })).text()
    const link = /"download-http":\{"href":"([^"]+)"/.exec(text)?.[1] ?? ''
    const whole = () => fetch(link, { headers }).then((answer) => answer.arrayBuffer())
    await whole().catch(whole).catch(whole).catch(whole)
    await send('POST', `${base}/feedback`, report('proceeding', 'none', 'Working.'))
    if (hasty) await send('POST', `${base}/feedback`, report('closed', 'success', 'Done.'))
    else await send('POST', `${base}/feedback`, report('proceeding', 'none', 'All Chunks Installed.'))
  }
  async function poll() {
    const answer = await fetch(root, { headers })
    if (!answer.ok && resigns) return false
    const text = answer.ok ? await answer.text() : ''
    if (!silent && text.includes('configData')) await send('PUT', `${root}/configData`, { data: {} })
    const base = /"deploymentBase":\{"href":"([^"]+)"/.exec(text)?.[1]
    if (base !== undefined && !done.has(base)) {
      done.add(base)
      await install(base)
    }
    return true
  }
  void (async () => {
    while (!stopped && (await poll().catch(() => true))) await new Promise((go) => setTimeout(go, 20))
  })()
}

it.each<[RegExp, string, Manner]>([
  [/signed by a stranger/, 'looks at no signature', {}],
  [/not signed/, 'wants no signature', {}],
  [/older version/, 'goes back', {}],
  [/another chip/, 'takes images of others', {}],
  [/bytes were changed/, 'compares no hash', {}],
  [/resumes a download/, 'begins anew', {}],
  [/installs and reports an update/, 'says that it is done before it was switched on', { hasty: true }],
  [/sends its attributes/, 'sends no attributes', { silent: true }],
  [/messages as described/, 'has another secret', { secret: 'other' }],
  [/asks again after 503/, 'gives up', { resigns: true }],
])('UNT-03 finds by %s an update client that %s', (rule, _, manner) =>
  expectFound(manner.secret === undefined ? 'firmware.md' : '', rule, {
    never: /polls with its secret/,
    settings: { updatesUrl: 'http://127.0.0.1:9' },
    client: (url) => carelessClient(url, manner),
  }),
)
