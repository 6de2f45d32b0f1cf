import { topics } from '@kellersonne/contract/telemetry/device'
import { Wrong } from '../report.ts'
import { type Bench, signedIn } from './bench.ts'

/** Subscribes to the forecast, which is sent at once, as if it were retained. */
export async function forecastSteps(bench: Bench) {
  const { sn, steps } = bench
  const topic = topics.forecast.of(sn)
  await steps.step('forecast.md', 'sends the newest upon subscription', async (signal) => {
    const client = await signedIn(bench, signal)
    try {
      const granted = await client.subscribe(topic, signal)
      if (granted !== 1) throw new Wrong(`granted ${granted}`)
      await client.publish(topics.online.of(sn), '{"online":true}', signal)
      const { payload, retain } = await client.message(
        'a forecast',
        (packet) => (packet.topic === topic ? packet : undefined),
        signal,
      )
      const { data, error } = topics.forecast.payload.safeParse(JSON.parse(payload.toString()))
      if (!data)
        throw new Wrong(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
      if (retain) throw new Wrong('it is marked as retained')
      return data.days.length === 0 ? 'empty: the system has none' : `of ${data.days.length} days`
    } finally {
      client.leave()
    }
  })
}
