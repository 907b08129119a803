import { indiaBox, type Point, type PointRefusal, readPoint } from '~/models/core/shared/geo'

// Only the office uses these pages, so their texts are English.
const { south, north, west, east } = indiaBox
const noNumber = 'Enter degrees as a number, such as 22.3039'
const swapped = `Latitude and longitude are swapped: in India the latitude is ${south} to ${north}, the longitude ${west} to ${east}`

/** Lists the errors of typed coordinates; none if both are empty. */
export function pointProblems(latitude: string, longitude: string): Problem[] {
  if (latitude === '' && longitude === '') return []
  const read = readPoint(latitude, longitude)
  return 'point' in read ? [] : problemsOf(latitude, longitude, read.refusal)
}

type Problem = [field: keyof Point, message: string]

function problemsOf(latitude: string, longitude: string, refusal: PointRefusal): Problem[] {
  const inside = (coordinate: string, from: number, to: number) =>
    Number(coordinate) >= from && Number(coordinate) <= to
  const wrong = (field: keyof Point, isRight: boolean, message: string): Problem[] =>
    isRight ? [] : [[field, message]]
  switch (refusal) {
    case 'no-number':
      return [
        ...wrong('latitude', isDegrees(latitude), noNumber),
        ...wrong('longitude', isDegrees(longitude), noNumber),
      ]
    case 'out-of-range':
      return [
        ...wrong('latitude', inside(latitude, -90, 90), 'A latitude is between -90 and 90'),
        ...wrong('longitude', inside(longitude, -180, 180), 'A longitude is between -180 and 180'),
      ]
    case 'swapped':
      return [['latitude', swapped]]
    case 'outside-india': {
      const words = (label: string, from: number, to: number) =>
        `${label} of a place in India is between ${from} and ${to}`
      return [
        ...wrong('latitude', inside(latitude, south, north), words('Latitude', south, north)),
        ...wrong('longitude', inside(longitude, west, east), words('Longitude', west, east)),
      ]
    }
  }
}

function isDegrees(coordinate: string): boolean {
  const read = readPoint(coordinate, '0')
  return !('refusal' in read) || read.refusal !== 'no-number'
}
