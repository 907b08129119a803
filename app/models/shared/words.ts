/** Words of a form: English, or made in the language of whoever reads them. */
export type Words = string | (() => string)

export const said = (words: Words): string => (typeof words === 'function' ? words() : words)
