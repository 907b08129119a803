/** Text of a form: English, or a function that returns it in the user's language. */
export type Words = string | (() => string)

export const textOf = (words: Words): string => (typeof words === 'function' ? words() : words)
