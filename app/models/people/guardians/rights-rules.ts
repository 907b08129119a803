/**
 * A guardian's access to a page of the child. `reads`: view, with the right to see; no forms. `money`: view, with the
 * right to see or to pay. `pays`: view and submit, with the right to pay. `acts`: view and submit with the right to
 * see, on the child's behalf.
 */
export type GuardiansWay = 'reads' | 'money' | 'pays' | 'acts'

/** Returns true when guardians with the necessary right may submit the forms of a page with this access. */
export const hasForms = (way: GuardiansWay) => way === 'pays' || way === 'acts'

/** Returns true when a guardian with these rights may open a page, or submit its form (`isSent`). */
export function mayUse(
  way: GuardiansWay,
  { maySee, mayPay }: { maySee: boolean; mayPay: boolean },
  isSent: boolean,
): boolean {
  if (isSent && !hasForms(way)) return false
  return way === 'pays' ? mayPay : maySee || (way === 'money' && mayPay)
}
