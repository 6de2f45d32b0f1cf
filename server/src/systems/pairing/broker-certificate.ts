import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/**
 * Resolves to the certificate that the embedded broker has made itself, as PEM, or null: an operator's own is signed by
 * an authority, and a process on another machine than the broker does not have the file.
 */
export async function brokerCertificate({
  MQTTS_CERT,
  BROKER_URL,
  DATA_DIR,
}: Pick<Config, 'MQTTS_CERT' | 'BROKER_URL' | 'DATA_DIR'>): Promise<string | null> {
  if (MQTTS_CERT !== undefined || BROKER_URL !== undefined) return null
  return readFile(join(DATA_DIR, 'tls', 'cert.pem'), 'utf8').catch(() => null)
}
