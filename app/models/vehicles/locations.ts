import { pointProblems } from '~/models/schools/point-fields'
import { field } from '~/models/shared/fields'

/** The names of what holds a location in a form: its words, and its degrees. */
export type Location<Name extends string = string> = { address: Name; latitude: Name; longitude: Name }

/** Degrees as they are typed; what is wrong with the two is told by `checkLocations`. */
export const degreesOf = (of: string) => ({
  latitude: field.line(`Latitude of the ${of}`, 20),
  longitude: field.line(`Longitude of the ${of}`, 20),
})

/** Tells beside the field what is wrong with typed degrees; two empty ones are right. */
export function checkLocations<Name extends string>(
  typed: Partial<Record<Name, unknown>>,
  locations: readonly Location<Name>[],
  say: (field: Name, words: string) => void,
): void {
  for (const location of locations) {
    const text = (name: Name) => (typeof typed[name] === 'string' ? String(typed[name]) : '')
    const problems = pointProblems(text(location.latitude), text(location.longitude))
    for (const [which, words] of problems) say(location[which], words)
  }
}

/** What is said beside the latitudes of points that lie abroad. */
export function abroadRefusal({ latitudes }: { latitudes: readonly string[] }): Record<string, string> {
  return Object.fromEntries(latitudes.map((name) => [name, 'This place is not in India']))
}
