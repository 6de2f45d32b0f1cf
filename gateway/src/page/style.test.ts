import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { style } from './style.ts'

const tokens = readFileSync('web/src/ui/styles/tokens.css', 'utf8')
/** The portal's colours of one scheme, by their names. */
const colours = (scheme: string) => {
  const from = tokens.slice(tokens.indexOf(`data-color-scheme="${scheme}"`))
  const block = from.slice(0, from.indexOf('}'))
  return new Map(
    [...block.matchAll(/--ks-([\w-]+): (#\w+);/g)].map(([, name = '', colour]) => [name, colour]),
  )
}

it("GWY-10 has the portal's colours", () => {
  const own = [...style.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
  expect(own.length).toBeGreaterThan(5)
  expect(own.map(([, name = '']) => [name, colours('light').get(name), colours('dark').get(name)])).toEqual(
    own.map(([, name, light, dark]) => [name, light, dark]),
  )
})
