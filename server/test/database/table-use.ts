/** Modules of the server that write and read a table. */
export type TableUse = { readonly writes: readonly string[]; readonly reads?: readonly string[] }
