/** Every answer of the main service says by it which build of the portal belongs to it. */
export const BUILD_HEADER = 'x-build'
