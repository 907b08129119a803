import { all, both, type Mode } from '../modes'

export const peopleFlows = {
  'an office narrows the list of students and takes it to a spreadsheet': both,
  'a student leaves mid-session with every due settled on one page, and comes back': both,
  'a student who forgot everything is reset to the first password and wants the code of the new slip': all,
  'a deactivated student is signed out at once and restored': both,
  'slips and identity cards are printed for a class, and nothing is printed for nobody': both,
  'a change that a student asked for is approved, another rejected with a reason': both,
} as const satisfies Record<string, readonly Mode[]>
