import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate as devices make it for themselves. */
export function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), 'ks-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const about = ['-subj', '/CN=device', '-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', [...made, ...about], { stdio: 'ignore' })
    const pem = readFileSync(cert, 'utf8')
    const fingerprint = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
    return { key: readFileSync(key, 'utf8'), cert: pem, fingerprint }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
export type Certificate = ReturnType<typeof selfSigned>
