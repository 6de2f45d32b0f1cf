/** Countries owners live in (AUT-04), in the order of the specification; ISO 3166-1 alpha-2. */
export const countries = ['DE', 'PL', 'AT', 'CH', 'BE', 'FR', 'LV', 'LT', 'EE', 'HR', 'NL'] as const
export type Country = (typeof countries)[number]
