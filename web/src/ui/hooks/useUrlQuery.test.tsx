import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RoutedPage, routerAt } from '../../../test/router.tsx'
import { useUrlQuery } from './useUrlQuery.ts'

function Component() {
  const [address, go] = useUrlQuery()
  const add = (name: string) => go(new URLSearchParams([...address, [name, '1']]))
  return (
    <>
      <output>{address.toString()}</output>
      <button type="button" onClick={() => add('a')}>
        a
      </button>
      <button type="button" onClick={() => add('b')}>
        b
      </button>
    </>
  )
}

/** A router whose URL changes only when it is allowed to. */
async function open() {
  const { promise, resolve } = Promise.withResolvers<null>()
  let isFirst = true
  function guard() {
    const answer = isFirst ? null : promise
    isFirst = false
    return answer
  }
  const router = routerAt([{ path: '/', guard, Component }], '/')
  render(<RoutedPage router={router} />)
  await screen.findByRole('button', { name: 'a' })
  return { router, arrive: () => resolve(null) }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.getByRole('status').textContent

describe('what the address asks for', () => {
  it('CHT-09 SHL-08 a change shows at once, and one that follows at once keeps it', async () => {
    const { router, arrive } = await open()
    press('a')
    await waitFor(() => expect(shown()).toBe('a=1'))
    expect(router.state.location.search).toBe('')
    press('b')
    await waitFor(() => expect(shown()).toBe('a=1&b=1'))
    arrive()
    await waitFor(() => expect(router.state.location.search).toBe('?a=1&b=1'))
    expect(shown()).toBe('a=1&b=1')
  })

  it('CHT-09 NAV-12 whoever goes elsewhere meanwhile sees what is there', async () => {
    const { router, arrive } = await open()
    press('a')
    await waitFor(() => expect(shown()).toBe('a=1'))
    void router.navigate('/?c=1')
    arrive()
    await waitFor(() => expect(shown()).toBe('c=1'))
    expect(router.state.location.search).toBe('?c=1')
  })
})
