/** Compares texts by their character codes, the same in every language. */
export const byText = (a: string, b: string) => Number(a > b) - Number(a < b)
