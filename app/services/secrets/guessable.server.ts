import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { indianWords } from './indian-words'

/** Guesses are counted in powers of ten; 3 stands for 10⁸ and more, which one who has stolen the hashes needs months for. */
const minPoints = 3

/** Only so much of a password is looked at: the time grows with the square, and whatever is this long is safe. */
const looked = 40

let assess: ZxcvbnFactory | undefined

/**
 * Whether a program would guess a password soon: one of 49,000 that are used most, a word that is common in India, a row of keys, a day,
 * repeated signs, alone or put together, also with figures for letters (OWASP ASVS 5.0, 6.2.4 and 6.2.12).
 * @param known words that others know of the person
 */
export function isGuessable(password: string, known: readonly string[]): boolean {
  assess ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, indian: indianWords },
    graphs: adjacencyGraphs,
    maxLength: looked,
  })
  return (
    assess.check(
      password,
      known.flatMap((text) => [text, ...text.split(/\s+/)]),
    ).score < minPoints
  )
}
