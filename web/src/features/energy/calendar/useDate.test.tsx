import { type Day, dayAfter } from '@kellersonne/core/time/days'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { routerAt, textRoute } from '../../../../test/router.tsx'
import { RouterProvider, useSearchParams } from '../../../platform/router/context.tsx'
import { useDate } from './useDate.ts'

it('CAL-01 the selected day does not fall back while its address is written', async () => {
  const today = '2026-06-18' as Day
  const router = routerAt([textRoute('/calendar')], `/calendar?date=${today}`)
  const rendered: Day[] = []
  const { result } = renderHook(
    () => {
      const { date, select } = useDate(today)
      rendered.push(date)
      return { date, select, address: useSearchParams().get('date') }
    },
    { wrapper: ({ children }) => <RouterProvider router={router}>{children}</RouterProvider> },
  )
  // More moves than React has lanes for transitions, because two of them may be rendered in any order.
  for (let i = 0; i < 12; i++) {
    const next = dayAfter(result.current.date, -1)
    rendered.length = 0
    act(() => result.current.select(next))
    await waitFor(() => expect(result.current.address).toBe(next))
    expect([i, ...new Set(rendered)]).toEqual([i, next])
  }
})
