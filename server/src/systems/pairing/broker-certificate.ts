import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/**
 * Resolves to the self-signed certificate of the embedded broker as PEM; null if an operator has configured one, which is
 * signed by an authority, or if the broker runs on another machine.
 */
export async function brokerCertificate({
  MQTTS_CERT,
  BROKER_URL,
  DATA_DIR,
}: Pick<Config, 'MQTTS_CERT' | 'BROKER_URL' | 'DATA_DIR'>): Promise<string | null> {
  if (MQTTS_CERT !== undefined || BROKER_URL !== undefined) return null
  return readFile(join(DATA_DIR, 'tls', 'cert.pem'), 'utf8').catch(() => null)
}
