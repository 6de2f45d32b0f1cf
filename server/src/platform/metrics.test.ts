import { describe, expect, it } from 'vitest'
import { StartupError } from './config.ts'
import { counter, httpDuration, startMetrics } from './metrics.ts'

const HOST = '127.0.0.1'
let health = { ready: true, parts: {} }
const started = (config: { METRICS_PORT: number; METRICS_HOST: string }) =>
  startMetrics(config, async () => health)

describe('metrics', () => {
  it('HND-04 HND-24 shows process, health, requests and counters on a port of their own', async () => {
    const { port, close } = await started({ METRICS_PORT: 0, METRICS_HOST: HOST })
    httpDuration.observe({ method: 'GET', route: '/of-this-test', status: 200 }, 0.01)
    counter('tests_total', 'Tests run.', ['outcome']).inc({ outcome: 'passed' })
    const answer = await fetch(`http://${HOST}:${port}/metrics`)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).toContain(
      'kellersonne_http_request_duration_seconds_count{method="GET",route="/of-this-test",status="200"} 1',
    )
    expect(text).toContain('kellersonne_tests_total{outcome="passed"} 1')
    expect((await fetch(`http://${HOST}:${port}/`)).status).toBe(404)
    expect((await fetch(`http://${HOST}:${port}/health`)).status).toBe(200)
    health = { ready: false, parts: { jobs: 'no success: sealing' } }
    const sick = await fetch(`http://${HOST}:${port}/health`)
    expect([sick.status, await sick.json()]).toEqual([503, health])
    await close()
  })

  it('HND-01 names a port that is taken', async () => {
    const first = await started({ METRICS_PORT: 0, METRICS_HOST: HOST })
    const second = started({ METRICS_PORT: first.port, METRICS_HOST: HOST })
    await expect(second).rejects.toThrow(StartupError)
    await expect(second).rejects.toThrow(String(first.port))
    await first.close()
  })

  it('HND-01 takes no other fault for a port that is taken', async () => {
    // An address reserved for documentation (RFC 5737), which no machine has.
    const elsewhere = started({ METRICS_PORT: 0, METRICS_HOST: '192.0.2.1' })
    await expect(elsewhere).rejects.toThrow('EADDRNOTAVAIL')
    await expect(elsewhere).rejects.not.toThrow(StartupError)
  })
})
