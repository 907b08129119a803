/** The ticked values of a checkbox list as a form sends them back: none, one, or several. */
export function chosenOf(value: unknown): Set<string> {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return new Set(values.filter((one) => typeof one === 'string'))
}
