/** First and last name; a student with one name only has an empty last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return lastName === '' ? firstName : `${firstName} ${lastName}`
}

// Tables of Verhoeff's check digit (the dihedral group of order ten), which detects every wrong digit and every swap of
// neighbours.
const product = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Validates an Aadhaar number: the first of twelve digits is neither 0 nor 1, the last is Verhoeff's check digit. */
export function isAadhaar(digits: string): boolean {
  if (!/^[2-9]\d{11}$/.test(digits)) return false
  const rest = [...digits].reverse().reduce((sum, digit, index) => {
    const moved = Number(permutation[index % 8]?.[Number(digit)])
    return Number(product[sum]?.[moved])
  }, 0)
  return rest === 0
}

/** Number of last digits of an Aadhaar number that are shown. A school may choose to store only these. */
export const aadhaarEnd = 4

/** Formats the last four digits of an Aadhaar number as `XXXX XXXX 2346`; the other digits are never shown. */
export function shownAadhaar(lastFour: string): string {
  return `XXXX XXXX ${lastFour}`
}
