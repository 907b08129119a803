import { both, type Mode } from '../modes'

export const hostelOfficeFlows = {
  'the office opens a hostel with rooms, pictures and bank details, and sees who lies in which bed': both,
  'a room is not made smaller than the students in it, and a freed bed is offered': both,
} as const satisfies Record<string, readonly Mode[]>
