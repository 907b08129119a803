import { all, both, type Cells } from '../e2e/modes'

export const studentsFlows = {
  'an office edits the six sections of a student, with photo and marksheets': both('profile tab', 'upload'),
  'a wrong file is refused while the good one beside it is kept': both('profile tab', 'upload'),
  'two clerks save one student, and the second sees what changed and is asked': both(
    'version lock',
    'profile tab',
    'form',
  ),
  'an office narrows the list of students and takes it to a spreadsheet': both('list page', 'filters'),
  'a student leaves mid-session with every due settled on one page, and comes back': both('sign-in form', 'form'),
  'a student who forgot everything is reset to the first password and wants the code of the new slip': all(
    'sign-in form',
    'decision page',
  ),
  'a deactivated student is signed out at once and restored': both('sign-in form', 'decision page'),
  'slips and identity cards are printed for a class, and nothing is printed for nobody': both(
    'print choice',
    'list page',
    'filters',
  ),
  'a change that a student asked for is approved, another rejected with a reason': both('list page', 'filters'),
  'a student fills in the six parts of the profile, and the office sees them': both('profile tab', 'upload'),
  'a photo and documents are uploaded, replaced and removed': all('profile tab', 'upload'),
  'a bad photo is refused with its words, and nothing typed is lost': both('profile tab', 'upload'),
  'a student asks for another name, the office approves, and both see it': both('profile tab', 'list page', 'filters'),
  'a student takes a wish back': both('profile tab', 'form'),
  'a new e-mail address counts once it is confirmed from the mail': both('profile tab', 'form'),
  'an address that somebody else changed is put back from the mail': all('new password', 'profile tab', 'sign-in form'),
  'student and office save one profile, and the second is asked': both('version lock', 'profile tab', 'form'),
  'a student downloads everything that is kept': both('shell'),
  'the welcome page leads on, and a profile is nobody else’s': both('profile tab', 'form'),
} as const satisfies Record<string, Cells>
