/** Link that calls a phone number; plain text for an invalid number. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = number.replaceAll(/[^+\d]/g, '')
  return dialled.length >= 6 ? <a href={`tel:${dialled}`}>{number}</a> : number
}
