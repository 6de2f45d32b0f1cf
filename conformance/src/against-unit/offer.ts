import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Deployment, SIGNATURE_METADATA } from '@kellersonne/contract/firmware/ddi'
import { type ImageFacts, statementOf } from '@kellersonne/core/firmware/image'

/** An update to offer: the facts as offered, the signature over them, and the bytes as sent. */
export type Offer = {
  readonly facts: ImageFacts
  readonly signature: string
  readonly bytes: Buffer
  /** How many downloads break, each half-way. */
  readonly cuts: number
}
export type Image = { readonly chip: string; readonly version: string; readonly bytes: Buffer }

const CUTS = 3

const signed = (facts: ImageFacts, key: KeyObject) =>
  sign(null, Buffer.from(statementOf(facts)), key).toString('base64')
const factsOf = ({ chip, version, bytes }: Image): ImageFacts => ({
  ...{ chip, version, size: bytes.length },
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** An offer that a unit must take, whose download breaks several times. */
export function genuine(image: Image, key: KeyObject): Offer {
  const facts = factsOf(image)
  return { facts, signature: signed(facts, key), bytes: image.bytes, cuts: CUTS }
}

/** The same offers that a unit must refuse. */
export function faulty(image: Image, key: KeyObject): { readonly what: string; readonly offer: Offer }[] {
  const good = { ...genuine(image, key), cuts: 0 }
  const { privateKey: stranger } = generateKeyPairSync('ed25519')
  const old = { ...good.facts, version: '0.0.0' }
  const other = { ...good.facts, chip: 'no-such-chip' }
  const changed = Buffer.from(image.bytes)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  return [
    { what: 'signed by a stranger', offer: { ...good, signature: signed(good.facts, stranger) } },
    { what: 'that is not signed', offer: { ...good, signature: '' } },
    { what: 'of an older version', offer: { ...good, facts: old, signature: signed(old, key) } },
    { what: 'for another chip', offer: { ...good, facts: other, signature: signed(other, key) } },
    { what: 'whose bytes were changed', offer: { ...good, bytes: changed } },
  ]
}

/** The deployment of an offer as DDI has it; `root` is the address of the unit's calls. */
export function deploymentOf({ facts, signature }: Offer, action: string, root: string): Deployment {
  const { chip, version, size, sha256 } = facts
  const filename = `${chip}-${version}.swu`
  const href = `${root}/softwaremodules/${action}/artifacts/${filename}`
  const link = { [href.startsWith('https:') ? 'download' : 'download-http']: { href } }
  const artifact = { filename, size, hashes: { sha1: '0'.repeat(40), sha256 }, _links: link }
  const metadata = [
    { key: SIGNATURE_METADATA.signature, value: signature },
    { key: SIGNATURE_METADATA.statement, value: statementOf(facts) },
  ]
  const chunk = { part: 'firmware', name: chip, version, artifacts: [artifact], metadata }
  return { id: action, deployment: { download: 'forced', update: 'forced', chunks: [chunk] } }
}
