import { renderHook } from '@testing-library/react'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'

type I18n = typeof import('./i18n.ts')

/** Loads the module afresh, as after a page reload. */
async function fresh(): Promise<I18n> {
  vi.resetModules()
  return import('./i18n.ts')
}

afterAll(() => {
  vi.resetModules()
})

it.each<[string, (i18n: I18n) => Promise<unknown>]>([
  ['before', ({ loadNamespaces: learn, setLanguage: speak }) => Promise.all([learn('account'), speak('en')])],
  ['while', ({ loadNamespaces: learn, setLanguage: speak }) => Promise.all([speak('en'), learn('account')])],
  ['after', ({ loadNamespaces: learn, setLanguage: speak }) => speak('en').then(() => learn('account'))],
])("PRD-06 a page's own words come in the language spoken, asked for %s it is", async (_, start) => {
  const i18n = await fresh()
  await start(i18n)
  expect(i18n.textsOf('en', 'settings')('cancel')).toBe('Cancel')
})

it('SHL-07 a language that has not come after 120 s counts as one that cannot be loaded, and the one spoken stays', async () => {
  vi.doMock('./en.ts', () => new Promise(() => {}))
  onTestFinished(() => {
    vi.doUnmock('./en.ts')
    vi.useRealTimers()
  })
  const { setLanguage: speak, useTranslation: translation } = await fresh()
  const { CHUNK_TIMEOUT_MS, isChunkFault } = await import('../chunkFault.ts')
  await speak('de')
  vi.useFakeTimers()
  const fault = speak('en').catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS)
  expect(isChunkFault(await fault)).toBe(true)
  expect(renderHook(() => translation('common')).result.current.language).toBe('de')
})
