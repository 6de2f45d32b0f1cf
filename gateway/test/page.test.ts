import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPage } from '../src/page/server.ts'
import { serve } from './devices/serve.ts'
import { gateway } from './running.ts'

async function page() {
  const hostile = '<script>alert(1)</script>'
  const { port: device, stop } = await serve((asked, answer) => {
    asked.resume()
    answer.end(JSON.stringify({ USOC: hostile, Pac_total_W: -1500 }))
  })
  onTestFinished(stop)
  const devices = [
    { name: 'battery', profile: 'sonnen', port: device, options: { token: 'geheimes-token' } },
    { name: 'silent', profile: 'kostal-plenticore', port: 9 },
  ]
  const running = await gateway({ broker: 'mqtt://127.0.0.1:9', devices })
  const opened = await openPage({ port: 0, names: [], status: running.status, clock: Date.now })
  onTestFinished(opened.close)
  await eventually(() => {
    expect(running.status().values.size).toBeGreaterThan(0)
    expect(running.status().held).toBeGreaterThan(1)
  })
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: opened.port, path, method, headers },
        async (answer) => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) })
        },
      )
      sent.on('error', reject).end()
    })
}

describe('the status page', () => {
  it('GWY-10 shows devices, values, raw values, faults with what to do, and what waits, in two languages', async () => {
    const get = await page()
    const english = (await get('/', { 'accept-language': 'en' })).body
    for (const words of [
      'lang="en"',
      '-1,500 W',
      'battery',
      'refused',
      'Enable access',
      'readings are waiting',
      'cannot be reached',
    ])
      expect(english).toContain(words)
    const german = (await get('/', { 'accept-language': 'de-AT,de;q=0.9' })).body
    for (const words of ['lang="de"', '-1.500 W', 'Batterie', 'Den Zugang', 'nicht erreichbar'])
      expect(german).toContain(words)
    expect((await get('/?lang=en', { 'accept-language': 'de' })).body).toContain('lang="en"')
    const terminal = (await get('/check?lang=de')).body
    expect(terminal).toContain('! Es ist da, nimmt aber keine Verbindung an.')
    expect(terminal).toContain('-1.500 W')
  })

  it('GWY-10 shows no secret, and what a device says as text', async () => {
    const get = await page()
    const both = (await get('/')).body + (await get('/check')).body
    expect(both).not.toContain('geheimes-token')
    expect(both).not.toContain('"secret"')
    expect((await get('/')).body).toContain('&lt;script&gt;')
    expect((await get('/')).body).not.toContain('<script')
  })

  it('GWY-10 does not find a path that is none, and writes nothing into the log about it', async () => {
    const get = await page()
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => written.mockRestore())
    for (const path of ['//', '//[', '///x', '//a:b@c:99999/', '/\\[', 'http://[', 'http://a:99999/'])
      expect((await get(path)).status).toBe(404)
    expect(written).not.toHaveBeenCalled()
    expect((await get('http://gateway/style.css')).status).toBe(200)
  })

  it('GWY-10 is read only, for names of the house alone, and lets nothing be loaded', async () => {
    const get = await page()
    const answered = await get('/')
    expect(answered.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await get('/', { host: 'evil.example' })).status).toBe(421)
    expect((await get('/', {}, 'POST')).status).toBe(405)
    expect((await get('/else')).status).toBe(404)
    expect((await get('/style.css')).headers['content-type']).toContain('text/css')
  })
})
