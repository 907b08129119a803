import { all, both, type Mode } from '../e2e/modes'

export const studentsFlows = {
  'an office edits the six sections of a student, with photo and marksheets': both,
  'a wrong file is refused while the good one beside it is kept': both,
  'two clerks save one student, and the second sees what changed and is asked': both,
  'an office narrows the list of students and takes it to a spreadsheet': both,
  'a student leaves mid-session with every due settled on one page, and comes back': both,
  'a student who forgot everything is reset to the first password and wants the code of the new slip': all,
  'a deactivated student is signed out at once and restored': both,
  'slips and identity cards are printed for a class, and nothing is printed for nobody': both,
  'a change that a student asked for is approved, another rejected with a reason': both,
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
