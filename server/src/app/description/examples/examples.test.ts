import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApi } from '../../../../test/api.ts'
import { recordEveryCall } from '../../../../test/description/every-call.ts'
import { stabilizer } from '../../../../test/description/stable-values.ts'
import { document, faultsAt } from '../../../../test/document-check.ts'
import { openEvents } from '../../../../test/events.ts'
import { endpoints } from '../endpoints.ts'
import { examples } from './examples.ts'

/** Every example of the document, with the place of the schema that it must fit. */
function* examplesIn(
  node: unknown,
  place: readonly string[] = [],
): Generator<[place: string[], value: unknown]> {
  if (typeof node !== 'object' || node === null) return
  const fields = new Map<string, unknown>(Object.entries(node))
  const schema = [...place, 'schema']
  if (fields.has('schema') && fields.has('example')) yield [schema, fields.get('example')]
  for (const [name, child] of fields) if (name !== 'example') yield* examplesIn(child, [...place, name])
}
const problem = z.looseObject({ code: z.string(), retry_after: z.optional(z.int()) })
const errorExamples = z.looseObject({
  components: z.looseObject({ examples: z.record(z.string(), z.object({ value: problem })) }),
})
const placed = [...examplesIn(document)]

async function firstEvent(url: string, access: string): Promise<unknown> {
  const stream = await openEvents(url, access)
  return JSON.parse((await stream.next('data')).data)
}

describe('the examples', () => {
  it('API-15 are what the product answers: `npx vitest run --project real examples.test -u` takes them down anew', async () => {
    const recorded = await recordEveryCall(firstEvent)
    const stable = stabilizer()
    const byDomain = Map.groupBy(endpoints, ({ domain }) => domain)
    for (const [domain, ofDomain] of byDomain) {
      const file = Object.fromEntries(ofDomain.map(({ name }) => [name, stable(recorded[name])]))
      await expect(`${JSON.stringify(file, null, 2)}\n`).toMatchFileSnapshot(`./${domain}.json`)
    }
  })

  it('API-15 are there for every call', () => {
    expect(new Set(Object.keys(examples))).toEqual(new Set(endpoints.map(({ name }) => name)))
    const silent = endpoints.filter(
      ({ name, endpoint: { download } }) => !download && !examples[name]?.answer,
    )
    expect(silent).toEqual([])
  })

  it('API-15 fit the document, requests and answers', () => {
    expect(placed.length).toBeGreaterThan(endpoints.length)
    for (const [place, value] of placed) expect([place, faultsAt(place, value)]).toEqual([place, []])
  })

  it('API-15 hold no secret: what gives access is cut', () => {
    const long = JSON.stringify(examples).match(/[\w-]{24,}/g) ?? []
    const isHarmless = (text: string) =>
      /^00000000-0000-4000-8000-\d{12}$|^[0-9a-f]{64}$|^s{43}$|^Bp{86}$/.test(text)
    expect(long.filter((text) => !isHarmless(text))).toEqual([])
  })

  it('API-15 of errors are what the product sends, one for each code', async () => {
    const api = await testApi()
    const answer = await api.get('/api/auth/data/')
    await api.close()
    const { value } = errorExamples.parse(document).components.examples['session_required'] ?? {}
    expect(answer.json()).toEqual(value)
  })

  it('API-15 of errors fit the document, and name the wait where one can try again', () => {
    const all = Object.values(errorExamples.parse(document).components.examples).map(({ value }) => value)
    expect(all.length).toBeGreaterThan(20)
    for (const one of all) expect(faultsAt(['components', 'schemas', 'Problem'], one)).toEqual([])
    const timed = all.filter(({ retry_after }) => retry_after !== undefined).map(({ code }) => code)
    expect(new Set(timed)).toEqual(
      new Set(['too_many_attempts', 'too_many_waits', 'too_many_mails', 'unavailable']),
    )
  })
})
