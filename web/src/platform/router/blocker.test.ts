import { describe, expect, it } from 'vitest'
import { createMemoryHistory } from './history.ts'
import { createRouter } from './router.ts'
import type { Route } from './routes.ts'

const routes = ['/a', '/b', '/c'].map((path): Route => ({ path, Component: () => null }))

/** More than are needed. */
const MOVES = 20

/** At /b, with /a before it, and whoever leaves is asked. */
function open() {
  const history = createMemoryHistory(['/a', '/b'])
  const router = createRouter(history, routes)
  const asked: (() => void)[] = []
  const release = router.block((proceed) => asked.push(proceed))
  const at = () => [router.state.location.pathname, history.location.pathname]
  return { history, router, asked, release, at }
}

describe('SET-03 asking before unsaved input is discarded', () => {
  it('SET-03 a link waits for the answer', async () => {
    const { router, asked, at } = open()
    await router.navigate('/c')
    expect(at()).toEqual(['/b', '/b'])
    asked[0]?.()
    expect(at()).toEqual(['/c', '/c'])
  })

  it('SET-03 Back is undone until it is agreed to, and asks again the next time', () => {
    const { history, asked, at } = open()
    history.go(-1)
    expect(at()).toEqual(['/b', '/b'])
    asked[0]?.()
    expect(at()).toEqual(['/a', '/a'])
    history.go(1)
    expect(at()).toEqual(['/a', '/a'])
    expect(asked).toHaveLength(2)
  })

  it('SET-03 a form that goes does not take another one’s question along', async () => {
    const { router, asked, release, at } = open()
    router.block((proceed) => asked.push(proceed))
    release()
    await router.navigate('/c')
    expect([asked.length, at()]).toEqual([1, ['/b', '/b']])
  })

  it('SET-03 Back pressed twice at once asks once, and ends where it began', () => {
    const moves: (() => void)[] = []
    const memory = createMemoryHistory(['/a', '/b', '/c', '/a', '/b', '/a'])
    memory.go(-3)
    // As browsers do, moves after the call, in turn.
    const history = { ...memory, go: (delta: number) => void moves.push(() => memory.go(delta)) }
    const router = createRouter(history, routes)
    const asked: (() => void)[] = []
    router.block((proceed) => asked.push(proceed))
    const settle = () => {
      for (let i = 0; i < MOVES; i += 1) moves.shift()?.()
    }
    history.go(-1)
    history.go(-1)
    settle()
    expect([router.state.location.pathname, memory.location.pathname, asked.length]).toEqual(['/c', '/c', 1])
    asked[0]?.()
    settle()
    expect([router.state.location.pathname, memory.location.pathname]).toEqual(['/b', '/b'])
  })

  it('SET-03 nobody is asked once the input is saved', async () => {
    const { router, history, asked, release, at } = open()
    release()
    history.go(-1)
    await router.navigate('/c')
    expect([at(), asked]).toEqual([['/c', '/c'], []])
  })
})
