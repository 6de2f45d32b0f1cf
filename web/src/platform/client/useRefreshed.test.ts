import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQuery } from './query.ts'
import { useRefreshed } from './useRefreshed.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())

it('SHL-10 what is due is asked for as soon as the page is visible again', async () => {
  const ask = vi.fn().mockResolvedValue('fresh')
  const query = createQuery<string>(ask)
  await query.refresh()
  renderHook(() => useRefreshed(query, () => true))
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(1)
  state.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(2)
})
