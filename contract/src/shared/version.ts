/** Header of every response of the main service: the build of the portal that belongs to it. */
export const BUILD_HEADER = 'x-build'
