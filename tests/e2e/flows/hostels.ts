import { all, both, type Mode } from '../modes'

export const hostelsFlows = {
  'a student looks for a hostel, its rooms and what they cost': all,
  'a student narrows the hostels and turns the pages': both,
  'a student finds an application again and what the school says': both,
} as const satisfies Record<string, readonly Mode[]>
