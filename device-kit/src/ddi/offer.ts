import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Deployment, deployment, SIGNATURE_METADATA } from '@kellersonne/contract/firmware/ddi'
import { type ImageFacts, MAX_IMAGE_BYTES, statementOf } from '@kellersonne/core/firmware/image'
import { isNewer } from '@kellersonne/core/firmware/versions'

/** Version that each chip runs. */
export type Versions = Readonly<Record<string, string>>

/** An image that a unit is to install; null for a missing proof. */
export type Offer = {
  readonly action: string
  readonly facts: ImageFacts
  readonly url: string
  /** Base64. */
  readonly signature: string | null
  readonly statement: string | null
}

const proofOf = (metadata: Deployment['deployment']['chunks'][number]['metadata'], name: string) =>
  metadata.find(({ key }) => key === name)?.value ?? null

/** Returns null unless it is one image for one chip. */
export function toOffer(answer: unknown): Offer | null {
  const { data } = deployment.safeParse(answer)
  const [chunk, ...others] = data?.deployment.chunks ?? []
  const [artifact, ...more] = chunk?.artifacts ?? []
  const link = artifact?._links['download'] ?? artifact?._links['download-http']
  if (!data || !chunk || !artifact || !link || others.length + more.length > 0) return null
  const { name: chip, version, metadata } = chunk
  return {
    action: data.id,
    facts: { chip, version, size: artifact.size, sha256: artifact.hashes.sha256 },
    url: link.href,
    signature: proofOf(metadata, SIGNATURE_METADATA.signature),
    statement: proofOf(metadata, SIGNATURE_METADATA.statement),
  }
}

/** Parses the operator's public key (PEM) that units are built with; null if it is missing or invalid. */
export function readKey(pem: string | null): KeyObject | null {
  try {
    return pem === null ? null : createPublicKey(pem)
  } catch {
    return null
  }
}

function isGenuine({ facts, signature, statement }: Offer, key: KeyObject): boolean {
  const own = statementOf(facts)
  return statement === own && verify(null, Buffer.from(own), key, Buffer.from(signature ?? '', 'base64'))
}

/** Returns why a unit with these versions refuses an offer; null if it accepts. */
export function refusalOf(offer: Offer, versions: Versions, key: KeyObject | null): string | null {
  const { chip, version, size } = offer.facts
  const runs = versions[chip]
  if (runs === undefined) return `Refused: this unit has no chip ${chip}.`
  if (!isNewer(version, runs)) return `Refused: ${chip} runs ${runs}, and ${version} is not newer.`
  if (size <= 0 || size > MAX_IMAGE_BYTES) return `Refused: an image of ${size} bytes does not fit.`
  if (offer.signature === null || offer.statement === null) return 'Refused: the image is not signed.'
  if (key === null) return 'Refused: this unit knows no key to check a signature with.'
  return isGenuine(offer, key) ? null : "Refused: the signature is not the operator's, or of another image."
}

/** Percent of an image, rounded down. */
export const percentOf = (bytes: number, size: number): number => Math.floor((100 * bytes) / size)
