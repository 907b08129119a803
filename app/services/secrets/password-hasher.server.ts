import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import { answerQuestions } from '~/services/programs/answer-questions.server'

/** What the program is given: a password, and the hash that it is to be compared with; null where one is to be made. */
export type PasswordQuestion = { password: string; hash: string | null }

/** A new hash, or whether the password fits the given one. */
export type PasswordAnswer = string | boolean

// OWASP's second recommendation: 19 MiB, two passes.
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

async function answerTo({ password, hash }: PasswordQuestion): Promise<PasswordAnswer> {
  if (hash === null) return hashSync(password, options)
  try {
    return verifySync(hash, password)
  } catch {
    return false
  }
}

answerQuestions(answerTo)
