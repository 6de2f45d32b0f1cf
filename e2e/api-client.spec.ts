import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { column, valuesOf } from '@kellersonne/contract/energy/charts'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { runClient, typeFaults } from './client/generated.ts'
import { owner, test } from './product/product.ts'

const seen = z.looseObject({ column, values: z.array(z.nullable(z.number())) })

test('API-15 a client generated from the document is typed strictly, and does all that an app does', async ({
  product,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'ks-client-'))
  try {
    expect(await typeFaults(new URL('/api/docs/openapi.json', product.url), folder)).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { email: EMAIL, password: PASSWORD } = owner
  const output = await runClient({ PORTAL: product.url, UPDATES: product.updatesUrl, EMAIL, PASSWORD })
  expect(output).toMatchObject({
    wrong: 'credentials_wrong',
    systems: ['1001', '1002', '1003', -1],
    live: ['1001', '1002', '1003'],
    archive: 'PK',
    command: 'done',
    running: 'running',
    cancelled: 'cancelled',
    afterwards: 'session_required',
  })
  const { column: sent, values } = seen.parse(output)
  expect(values).toEqual(valuesOf(sent))
  expect(values.some((value) => value !== null)).toBe(true)
})
