import { all, both, type Mode, scriptOnly } from '../modes'

export const vehiclesFlows = {
  'a student finds a vehicle, applies for a route, pays and rides': all,
  'vehicles are searched for by address and by coordinates, and what is wrong is said': both,
  'Google suggests addresses to search for vehicles': scriptOnly,
  'a student cancels an application for a vehicle, and reads why another was rejected': both,
} as const satisfies Record<string, readonly Mode[]>
