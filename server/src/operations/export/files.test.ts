import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { table } from './files.ts'

afterEach(() => void vi.restoreAllMocks())

it('SET-06 F14 large rows are written in slices, between which others have their turn', async () => {
  // Whatever is done takes 10 ms.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10
    return now
  })
  const rows = Array.from({ length: 20 }, (_, i) => ({ i }))
  for (const entry of table('rows', ['i'], () => [rows])) {
    let [turns, isDone] = [0, false]
    const text = (async () => {
      let all = ''
      for await (const part of entry.content()) all += part.toString()
      isDone = true
      return all
    })()
    while (!isDone) {
      await turn()
      turns += 1
    }
    expect(await text).toContain('19')
    expect(turns).toBeGreaterThanOrEqual(rows.length - 1)
  }
})
