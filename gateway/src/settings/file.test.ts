import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings, writeSettings } from './file.ts'

const made = {
  version: 1 as const,
  portal: {
    serial_number: serialNumber.parse('5000001'),
    secret: 'geheim',
    broker_url: 'mqtts://portal.example:8883',
  },
  devices: [{ name: 'inverter', profile: 'e3dc', host: '192.168.1.20' }],
}
function file(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'ks-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'gateway.json')
  if (text !== null) writeFileSync(path, text)
  return path
}

it('GWY-09 is written for its owner alone, and read again', () => {
  const path = file(null)
  writeSettings(path, made)
  expect(statSync(path).mode % 0o1000).toBe(0o600)
  expect(readSettings(path)).toMatchObject({ ...made, interval_s: 10, max_state_mb: 200 })
  expect(readFileSync(path, 'utf8').endsWith('}\n')).toBe(true)
})

it.each<[string, unknown, string]>([
  ['damaged', '{"version": 1, "por', 'is damaged'],
  ['of a newer version', { ...made, version: 9 }, 'newer gateway (version 9'],
  ['with a field that there is not', { ...made, devises: [] }, 'devises'],
  [
    'with two devices of one name',
    { ...made, devices: [...made.devices, ...made.devices] },
    'devices: two devices have the same name',
  ],
  [
    'with an address that is a link',
    { ...made, devices: [{ ...made.devices[0], host: 'http://1.2.3.4/' }] },
    'devices.0.host: a name or an address',
  ],
  [
    'with a broker that is none',
    { ...made, portal: { ...made.portal, broker_url: 'https://x' } },
    'portal.broker_url: mqtts://HOST:PORT',
  ],
  [
    'that adds up states of charge',
    { ...made, sources: { soc: ['inverter', 'box'] } },
    'sources: only powers (W) and energies (Wh) of several devices add up',
  ],
])('GWY-09 a file of settings %s is refused with file, field and rule', (_what, content, words) => {
  const path = file(typeof content === 'string' ? content : JSON.stringify(content))
  expect(() => readSettings(path)).toThrow(words)
  expect(() => readSettings(path)).toThrow(path)
})

it('GWY-09 a missing file of settings is named', () => {
  expect(() => readSettings('/nowhere/gateway.json')).toThrow('/nowhere/gateway.json cannot be read')
})
