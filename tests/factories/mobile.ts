import { randomInt } from 'node:crypto'

const numbers = 1_000_000_000
let next = randomInt(numbers)

/** Returns a mobile number that no other test has: counted up from a random one in each process. */
export function newMobile(firstDigit: 6 | 7 | 8 | 9): string {
  next = (next + 1) % numbers
  return `${firstDigit}${String(next).padStart(9, '0')}`
}
