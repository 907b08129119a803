import { all, both, type Mode } from '../modes'

export const profileFlows = {
  'a student fills in the six parts of the profile, and the office sees them': both,
  'a photo and documents are uploaded, replaced and removed': all,
  'a bad photo is refused with its words, and nothing typed is lost': both,
  'a student asks for another name, the office approves, and both see it': both,
  'a student takes a wish back': both,
  'a new e-mail address counts once it is confirmed from the mail': both,
  'an address that somebody else changed is put back from the mail': all,
  'student and office save one profile, and the second is asked': both,
  'a student downloads everything that is kept': both,
  'the welcome page leads on, and a profile is nobody else’s': both,
} as const satisfies Record<string, readonly Mode[]>
