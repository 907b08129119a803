import { both, type Mode } from '../modes'

export const academicsFlows = {
  'an office adds a subject, a class that learns it, and a section with its class teacher': both,
  'a section is not made smaller than the students in it': both,
  'an owner invites a colleague, who chooses a password by the mail and sees what the role may': both,
  'a teacher gets a sign-in in the same step': both,
  'the last owner stays, and another role signs its person out': both,
  'a staff user changes the own name and password': both,
} as const satisfies Record<string, readonly Mode[]>
