import { type Algorithm, hash, verify } from '@node-rs/argon2'

// OWASP's second recommendation: 19 MiB, two passes. The work runs in the thread pool, never on the event loop.
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false)
}

/** Costs what a real check costs, so that an unknown account takes as long as a known one. Always false. */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password')
  await verifyPassword(await decoy, password)
  return false
}
