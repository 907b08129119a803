/**
 * What a guardian who has opened the child may do at a page. `reads`: looks, with the right to see; nothing is sent. `money`: looks, with the right
 * to see or to pay. `pays`: looks and sends, with the right to pay. `acts`: looks and sends with the right to see, in the child's place.
 */
export type GuardiansWay = 'reads' | 'money' | 'pays' | 'acts'

/** Whether guardians may submit the forms of such pages at all. */
export const hasForms = (way: GuardiansWay) => way === 'pays' || way === 'acts'

/** Whether a guardian with these rights may open a page, or submit its form (`isSent`). */
export function mayUse(
  way: GuardiansWay,
  { maySee, mayPay }: { maySee: boolean; mayPay: boolean },
  isSent: boolean,
): boolean {
  if (isSent && !hasForms(way)) return false
  return way === 'pays' ? mayPay : maySee || (way === 'money' && mayPay)
}
