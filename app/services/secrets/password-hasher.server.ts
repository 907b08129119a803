import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import { serveRequests } from '~/services/programs/answer-questions.server'

/** Request to the program: a password with the hash to compare, or null to create one. */
export type PasswordQuestion = { password: string; hash: string | null }

/** Reply: a new hash, or true if the password matches. */
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

serveRequests(answerTo)
