import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type * as z from 'zod/mini'

/** An endpoint, the name of its constant in the contract, and its domain. */
export type NamedEndpoint = { readonly name: string; readonly domain: string; readonly endpoint: Endpoint }

/** What fields mean, by name. */
export type Fields = Readonly<Record<string, string>>

/** What a caller sent, by field, and what the product answered: JSON, or what an event carries. */
export type Example = {
  readonly request?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly answer?: unknown
}

/** Schemas of the contract by their names in the document; `fields` are dotted paths, without lists and maps. */
export type NamedSchemas = Readonly<
  Record<string, { readonly schema: z.ZodMiniType; readonly description: string; readonly fields: Fields }>
>

/** Everything about the API that the contract does not say itself. */
export type Description = {
  /** URLs of the main service, and of the update service with the first part of its paths. */
  readonly servers: { readonly main: string; readonly updates: string }
  /** The update service's cookie: its name, and where it comes from. */
  readonly cookie: { readonly name: string; readonly description: string }
  /** Where access tokens come from. */
  readonly accessToken: string
  /** Endpoints whose answer sets the cookie. */
  readonly settingCookie: ReadonlySet<Endpoint>
  /** What every caller must know, in Markdown. */
  readonly introduction: string
  readonly endpoints: readonly NamedEndpoint[]
  /** Domains and what they cover, in the order of the document. */
  readonly domains: Fields
  /** Fields of queries, paths and forms: by name, or by `endpoint.name` where a name means something else. */
  readonly inputs: Fields
  /** Must include `Problem`, the body of every error. */
  readonly schemas: NamedSchemas
  /** What must be known of a call beyond its summary, by the endpoint's name, in Markdown. */
  readonly details: Fields
  /** Fields of answers that are no named schema, by the endpoint's name. */
  readonly answers: Readonly<Record<string, Fields>>
  /** Calls as they were once made, by the endpoint's name; answers that are files have none. */
  readonly examples: Readonly<Record<string, Example>>
}
