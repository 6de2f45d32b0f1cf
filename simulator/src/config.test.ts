import { describe, expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'

describe('the configuration', () => {
  it('HND-01 needs nothing: Konstanz, every 10 s, 13 months of history, port 8090', () => {
    expect(readConfig({})).toMatchObject({
      SIMULATOR_PORT: 8090,
      MAILBOX_PORT: 1025,
      SIMULATOR_HOST: '127.0.0.1',
      BROKER_URL: 'mqtt://127.0.0.1:1883',
      UPDATES_URL: 'http://127.0.0.1:8081',
      INTERVAL_MS: 10_000,
      HISTORY_DAYS: 395,
      LATITUDE: 47.66,
      TIME_ZONE: 'Europe/Berlin',
      FIRST_MESSAGE: { sn: '1003', code: 'i1' },
    })
  })

  it('takes what is set', () => {
    const env = {
      SIMULATOR_PORT: '0',
      LATITUDE: '-33.9',
      TIME_ZONE: 'America/New_York',
      BROKER_URL: 'mqtts://a:8883',
    }
    expect(readConfig(env)).toMatchObject({ ...env, SIMULATOR_PORT: 0, LATITUDE: -33.9 })
  })

  it.each([
    ['KELLER:x9', { sn: 'KELLER', code: 'x9' }],
    ['', null],
  ])('reads the first message %j', (text, read) => {
    expect(readConfig({ FIRST_MESSAGE: text }).FIRST_MESSAGE).toEqual(read)
  })

  it('names everything that is wrong', () => {
    const env = {
      HISTORY_DAYS: '400',
      TIME_ZONE: 'Europe/Atlantis',
      BROKER_URL: 'http://a',
      SEED: 'x',
      LATITUDE: '91',
      FIRST_MESSAGE: '1003',
    }
    expect(() => readConfig(env)).toThrow(StartupError)
    for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(name)
  })
})
