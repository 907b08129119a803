const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State, PAN, entity, the letter Z and a check character. */
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** Validates a GST number with its check character (weights 1 and 2 in turn, modulo 36). */
export function isGstin(text: string): boolean {
  if (!shape.test(text)) return false
  let sum = 0
  for (let index = 0; index < 14; index += 1) {
    const product = alphabet.indexOf(text.charAt(index)) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet[(36 - (sum % 36)) % 36] === text[14]
}
