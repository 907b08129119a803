import { both, type Mode } from '../e2e/modes'

export const academicsFlows = {
  'an office adds a subject, a class that learns it, and a section with its class teacher': both,
  'a section is not made smaller than the students in it': both,
  'an owner invites a colleague, who chooses a password by the mail and sees what the role may': both,
  'a teacher gets a sign-in in the same step': both,
  'the last owner stays, and another role signs its person out': both,
  'a staff user changes the own name and password': both,
  'an office promotes a class, one stays back and one leaves, and takes it back': both,
  'an office gives roll numbers by name and reads a student’s history': both,
  'an office assigns students to a section, and deletes what was a mistake': both,
} as const satisfies Record<string, readonly Mode[]>
