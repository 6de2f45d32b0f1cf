import { readdir } from 'node:fs/promises'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'

const CONTRACT = new URL('../../contract/src/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value

/** Every call of the contract. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)))
  return modules.flatMap((module) => Object.values<unknown>(module)).filter(isEndpoint)
}
