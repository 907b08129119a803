import { paths } from './paths'

/** Where vehicles are searched for: near an address, near a point, or near the one of several places that an address was taken for. */
export function vehicleSearchHref(asked: { address: string; lat: string; lng: string }): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  const text = query.toString()
  return text === '' ? paths.student.vehicles : `${paths.student.vehicles}?${text}`
}

/** The same for a place that was chosen from a list. */
export function vehiclesNear(address: string, point: { latitude: number; longitude: number }): string {
  return vehicleSearchHref({ address, lat: String(point.latitude), lng: String(point.longitude) })
}
