/** A number that a phone calls; one that is no number is words only. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = number.replaceAll(/[^+\d]/g, '')
  return dialled.length >= 6 ? <a href={`tel:${dialled}`}>{number}</a> : number
}
