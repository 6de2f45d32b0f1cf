import { MAX_CHANGES } from '@kellersonne/contract/firmware/updates'
import { findingNames } from '@kellersonne/core/energy/findings/judgement'
import { isVersion } from '@kellersonne/core/firmware/versions'
import * as z from 'zod/mini'

export const chip = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'no name of a chip, as in bms'))
export const version = z.string().check(z.refine(isVersion, 'no version, as in 2.5.0'))
export const required = z.string('missing').check(z.trim(), z.minLength(1, 'empty'))
/** For the owner, in one language. */
export const changes = z.string().check(z.maxLength(MAX_CHANGES, `more than ${MAX_CHANGES} characters`))
export const share = z.pipe(
  z.string().check(z.regex(/^(?:100|\d{1,2})$/, 'no percent from 0 to 100')),
  z.transform(Number),
)
/** What names a release. */
export const named = z.object({ chip, version })
export type Named = z.output<typeof named>

/** What a release fixes, separated by commas, as the watchdog names it. */
export const fixes = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => [...new Set(text.split(',').map((one) => one.trim()))]),
  ),
  z.array(z.enum(findingNames, `no finding, as in ${findingNames.join()}`)),
)
