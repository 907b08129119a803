import { all, type Mode, scriptOnly } from '../modes'

export const mapsFlows = {
  'with the school’s browser key Google suggests addresses, takes clicks and draws the way': scriptOnly,
  'where Google does not come, the drawing stays': scriptOnly,
  'a maps service in trouble is said to be, and the fare goes by the straight line': all,
} as const satisfies Record<string, readonly Mode[]>
