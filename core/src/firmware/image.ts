/** The facts of an image that an operator signs. `sha256` in hexadecimal, `size` in bytes. */
export type ImageFacts = {
  readonly chip: string
  readonly version: string
  readonly size: number
  readonly sha256: string
}

/** Maximum image size in bytes. */
export const MAX_IMAGE_BYTES = 256 * 1024 * 1024

/**
 * Returns the exact text whose signature (Ed25519, RFC 8032) makes an image genuine. It names chip and version, so
 * that an image cannot be passed off as one for another chip or of another version.
 */
export const statementOf = ({ chip, version, size, sha256 }: ImageFacts): string =>
  `kellersonne firmware 1\nchip ${chip}\nversion ${version}\nsize ${size}\nsha256 ${sha256}\n`
