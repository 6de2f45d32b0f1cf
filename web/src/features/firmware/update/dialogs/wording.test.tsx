import { giveConsent, MAX_CHANGES, namesOf } from '@kellersonne/contract/firmware/updates'
import { NAME_LENGTH } from '@kellersonne/core/systems/names'
import { renderHook } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadNamespaces, setLanguage, useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useVersionTexts } from '../../versions.ts'
import { textOf, wordingOf } from './wording.ts'

beforeAll(() => loadNamespaces('update'))

const VERSION = '123456789.123456789.123456789.123456789'

it.each(['de', 'en'] as const)(
  'UPD-20 the longest wording for five chips can be recorded: %s',
  async (language) => {
    await setLanguage(language)
    const { result } = renderHook(() => ({ t: useTranslation('updates').t, versions: useVersionTexts() }))
    const parts = Array.from({ length: 5 }, (_, i) => ({
      ...{
        chip: `${i}`.padEnd(40, 'x'),
        from: '9'.repeat(40),
        to: VERSION,
        size: 1,
        sha256: 'a',
        usual: null,
      },
      notes: { de: '', en: '' },
      changes: { de: `${i}`.padEnd(MAX_CHANGES, 'ä'), en: `${i}`.padEnd(MAX_CHANGES, 'a') },
    }))
    const checks = { online: false, switched_off: false, update_mode: false, charged: false }
    const wording = wordingOf(
      { parts, checks, ready: false },
      '🏠'.repeat(NAME_LENGTH),
      language,
      result.current,
    )
    const form = { sn: '1001', lang: language, wording: textOf(wording), parts: namesOf(parts) }
    expect(form.wording).toContain(`→ ${VERSION}\n`)
    expect(giveConsent.form.safeParse(form).error).toBeUndefined()
  },
)
