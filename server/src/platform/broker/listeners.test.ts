import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readMetrics } from '../../../test/metrics.ts'
import { embeddedBroker, reading } from '../../../test/mqtt/embedded-broker.ts'
import { at } from '../../../test/mqtt/mqtt-units.ts'

const { broker, connected, folder, open, reopen, stored } = embeddedBroker()

describe('listening', () => {
  it('HND-01 names the port that is taken', async () => {
    await expect(open({ MQTT_PORT: broker().ports.mqtt })).rejects.toThrow(
      `Port ${broker().ports.mqtt} (MQTT_PORT) is taken.`,
    )
    await expect(open({ MQTTS_PORT: broker().ports.mqtts })).rejects.toThrow(
      `Port ${broker().ports.mqtts} (MQTTS_PORT) is taken.`,
    )
  })

  it('HND-22 speaks TLS with a certificate that it makes once and keeps, and shows when it expires', async () => {
    const cert = await readFile(join(folder(), 'tls/cert.pem'))
    const client = await connected({ protocol: 'mqtts', ca: cert, host: 'localhost' }, broker().ports.mqtts)
    await client.publishAsync(reading(), at(), { qos: 1 })
    expect(await stored()).toBe(1)
    await broker().close()
    await reopen()
    expect(await readFile(join(folder(), 'tls/cert.pem'))).toEqual(cert)
    expect((await readMetrics())('certificate_expiry_timestamp_seconds{of="mqtts"}')).toBe(
      new X509Certificate(cert).validToDate.getTime() / 1000,
    )
  })

  it('HND-01 makes no other certificate where the one it has cannot be read', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'ks-tls-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true }))
    await mkdir(join(DATA_DIR, 'tls/cert.pem'), { recursive: true })
    await writeFile(join(DATA_DIR, 'tls/key.pem'), 'the key')
    await expect(open({ DATA_DIR })).rejects.toThrow(
      `The certificate in ${join(DATA_DIR, 'tls')} cannot be read`,
    )
    expect(await readFile(join(DATA_DIR, 'tls/key.pem'), 'utf8')).toBe('the key')
  })

  it('F10 API-14 speaks no old TLS, no cipher that does not authenticate, and no costly key exchange', async () => {
    const attempt = async (options: tls.ConnectionOptions) => {
      const socket = tls.connect({ port: broker().ports.mqtts, rejectUnauthorized: false, ...options })
      try {
        await once(socket, 'secureConnect')
        return socket.getCipher().name
      } catch {
        return null
      } finally {
        socket.destroy()
      }
    }
    const v12 = { maxVersion: 'TLSv1.2' } as const
    expect(await attempt(v12)).toMatch(/GCM|CHACHA20/)
    expect(await attempt({ ...v12, ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA' })).toBeNull()
    expect(
      await attempt({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    ).toBeNull()
    expect(await attempt({ ecdhCurve: 'prime256v1' })).toMatch(/GCM|CHACHA20/)
    for (const costly of ['secp384r1', 'secp521r1']) {
      expect(await attempt({ ecdhCurve: costly })).toBeNull()
      expect(await attempt({ ...v12, ecdhCurve: costly })).toBeNull()
    }
  })

  it('closes also with somebody who says nothing', async () => {
    const silent = net.connect(broker().ports.mqtt, '127.0.0.1')
    await once(silent, 'connect')
    const cut = once(silent, 'close')
    await broker().close()
    await cut
    await reopen()
  })
})
