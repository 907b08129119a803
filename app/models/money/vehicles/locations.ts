import { field } from '~/kit/forms/fields'
import { pointProblems } from '~/models/core/schools/point-fields'

/** Names of the fields of a location in a form: address and degrees. */
export type Location<Name extends string = string> = { address: Name; latitude: Name; longitude: Name }

/** Fields for typed degrees; `checkLocations` validates them. */
export const degreesOf = (pointName: string) => ({
  latitude: field.line(`Latitude of the ${pointName}`, 20),
  longitude: field.line(`Longitude of the ${pointName}`, 20),
})

/** Reports errors of typed degrees beside the field; latitude and longitude may both be empty. */
export function checkLocations<Name extends string>(
  values: Partial<Record<Name, unknown>>,
  locations: readonly Location<Name>[],
  say: (field: Name, words: string) => void,
): void {
  for (const location of locations) {
    const text = (name: Name) => (typeof values[name] === 'string' ? String(values[name]) : '')
    const problems = pointProblems(text(location.latitude), text(location.longitude))
    for (const [which, words] of problems) say(location[which], words)
  }
}

/** Error messages beside the latitudes of points outside India. */
export function abroadRefusal({ latitudes }: { latitudes: readonly string[] }): Record<string, string> {
  return Object.fromEntries(latitudes.map((name) => [name, 'This place is not in India']))
}
