import { describe, expect, it } from 'vitest'
import { createMemoryHistory } from './history.ts'
import { createRouter } from './router.ts'
import type { Route } from './routes.ts'

const routes = ['/a', '/b', '/c'].map((path): Route => ({ path, Component: () => null }))

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

  it('SET-03 nobody is asked once the input is saved', async () => {
    const { router, history, asked, release, at } = open()
    release()
    history.go(-1)
    await router.navigate('/c')
    expect([at(), asked]).toEqual([['/c', '/c'], []])
  })
})
