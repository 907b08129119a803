import { all, both, type Mode, scriptOnly } from '../e2e/modes'

export const transportFlows = {
  'a student applies for transport, is approved, pays and rides': all,
  'what is missing is said before a fare is calculated, and a fare is looked up without applying': all,
  'the device says where it is, or why it cannot': scriptOnly,
  'the office approves, gives a seat, suspends, ends and gives the deposit back': all,
  'an application for a vehicle: the last seat, a full bus, another seat': both,
  'transport applications are found, refused, cancelled, and end with the school': both,
  'the office opens a route with stops and a vehicle that drives it': both,
  'one fare stands first, the tariff is set, and passengers are listed': both,
  'a student finds a vehicle, applies for a route, pays and rides': all,
  'vehicles are searched for by address and by coordinates, and what is wrong is said': both,
  'Google suggests addresses to search for vehicles': scriptOnly,
  'a student cancels an application for a vehicle, and reads why another was rejected': both,
  'with the school’s browser key Google suggests addresses, takes clicks and draws the way': scriptOnly,
  'where Google does not come, the drawing stays': scriptOnly,
  'a maps service in trouble is said to be, and the fare goes by the straight line': all,
} as const satisfies Record<string, readonly Mode[]>
