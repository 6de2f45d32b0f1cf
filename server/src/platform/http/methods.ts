import { ApiError } from './api-error.ts'
import { type Api, routeOf } from './mount.ts'

/** Answers other methods of a known path with the allowed ones. Must be called after everything is mounted. */
export function refuseOtherMethods({ app, mounted }: Api): void {
  for (const path of new Set(mounted.map((endpoint) => routeOf(endpoint.path)))) {
    const others = app.supportedMethods.filter((method) => !app.hasRoute({ method, url: path }))
    const allow = app.supportedMethods.filter((method) => !others.includes(method)).join(', ')
    app.route({
      method: others,
      url: path,
      handler: (_, reply) => {
        reply.header('allow', allow)
        throw new ApiError('method_not_allowed')
      },
    })
  }
}
