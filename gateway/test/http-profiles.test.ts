import { describe, expect, it, onTestFinished } from 'vitest'
import { namedProfile, ownProfiles } from '../src/profiles/load.ts'
import { selfSigned } from './devices/certificate.ts'
import { httpDevice } from './devices/http-device.ts'
import { httpStates } from './fixtures.ts'
import { readOnce, valuesIn } from './read-device.ts'

const certificate = selfSigned()

describe('profiles of devices that answer by HTTP', () => {
  it.each(httpStates)('GWY-03 reads $profile that $name', async (state) => {
    const { profile, options, invert, expected, absent, unable, tls } = state
    const { port, stop } = await httpDevice(state, certificate)
    onTestFinished(stop)
    const status = await readOnce({
      profile,
      options,
      invert,
      port,
      ...(tls && { certificate: certificate.fingerprint }),
    })
    expect(status.fault).toBeNull()
    expect(valuesIn(status)).toMatchObject(expected)
    expect(absent.filter((name) => name in valuesIn(status))).toEqual([])
    expect(unable.filter((name) => status.able.has(name))).toEqual([])
  })

  it('GWY-03 has a state of every profile by HTTP to read', () => {
    const profiles = ownProfiles().filter((id) => namedProfile(id, '/').transport.kind === 'http')
    expect(profiles.filter((id) => !httpStates.some(({ profile }) => profile === id))).toEqual([])
  })
})
