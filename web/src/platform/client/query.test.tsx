import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './client.ts'
import { createQueries, createQuery, type Query } from './query.ts'

const Shown = ({ query }: { query: Query<string> }) => <p>{query.use().value ?? 'nothing'}</p>

/** Queries whose answers the test gives, in the order they are asked for. */
function setUp() {
  const asked: { key: string; answer: (value: string) => Promise<void> }[] = []
  const queries = createQueries((key: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const answer = (value: string) => act(async () => resolve(value))
    asked.push({ key, answer })
    return promise
  })
  return { asked, queries, keys: () => asked.map(({ key }) => key) }
}

describe('queries that no longer hold', () => {
  it('ENE-11 are asked again: on the page at once, others when they are used next', async () => {
    const { asked, queries, keys } = setUp()
    const page = render(<Shown query={queries('shown')} />)
    await asked[0]?.answer('old')
    void queries('cached').refresh()
    await asked[1]?.answer('old')
    queries.expireAll()
    expect([keys(), screen.getByText('old')]).toEqual([['shown', 'cached', 'shown'], expect.anything()])
    await asked[2]?.answer('new')
    expect(screen.getByText('new')).toBeTruthy()
    expect(queries('cached').current()).toBeNull()
    page.rerender(<Shown query={queries('cached')} />)
    expect(keys().at(-1)).toBe('cached')
    queries.expireAll()
    expect(keys().slice(3)).toEqual(['cached', 'cached'])
  })

  it('ENE-11 ignore an answer that was on its way, and ask again', async () => {
    const { asked, queries, keys } = setUp()
    void queries('cached').refresh()
    queries.expireAll()
    render(<Shown query={queries('cached')} />)
    expect(keys()).toEqual(['cached', 'cached'])
    await asked[1]?.answer('new')
    await asked[0]?.answer('old')
    expect(screen.getByText('new')).toBeTruthy()
  })
})

describe('a query that failed without a network', () => {
  it('SHL-10 is asked again as soon as there is one, while it is on the page', async () => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError('network'))
    const query = createQuery(ask)
    const page = render(<Shown query={query} />)
    await act(async () => undefined)
    ask.mockResolvedValue('fresh')
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('fresh')).toBeTruthy()
    window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(2)
    page.unmount()
    query.forget()
    window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
