import { type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const studentsFlows = {
  'an office edits the six sections of a student, with photo and marksheets': lightAndEnhanced('profile tab', 'upload'),
  'an invalid file is refused while the valid one beside it is kept': lightAndEnhanced('profile tab', 'upload'),
  'two clerks save one student, and the second sees the changes and must decide about the conflict': lightAndEnhanced(
    'version lock',
    'profile tab',
    'form',
  ),
  'an office filters the list of students and exports it to a spreadsheet': lightAndEnhanced('list page', 'filters'),
  'an office marks a student as left, decides about every due on one page, and readmits the student': lightAndEnhanced(
    'sign-in form',
    'form',
  ),
  'a student with lost credentials is reset to the first password and needs the code of the new slip': inAllModes(
    'sign-in form',
    'decision page',
  ),
  'a deactivated student is signed out at once and restored': lightAndEnhanced('sign-in form', 'decision page'),
  'slips and identity cards are printed for a class, and an empty selection prints nothing': lightAndEnhanced(
    'print choice',
    'list page',
    'filters',
  ),
  'a change request of a student is approved, and another is rejected with a reason': lightAndEnhanced(
    'list page',
    'filters',
  ),
  'a student fills in the six parts of the profile, and the office sees them': lightAndEnhanced(
    'profile tab',
    'upload',
  ),
  'a photo and documents are uploaded, replaced and removed': inAllModes('profile tab', 'upload'),
  'an invalid photo is refused with its message, and all input stays': lightAndEnhanced('profile tab', 'upload'),
  'a student requests a new name, the office approves, and both see it': lightAndEnhanced(
    'profile tab',
    'list page',
    'filters',
  ),
  'a student withdraws a change request': lightAndEnhanced('profile tab', 'form'),
  'a new e-mail address takes effect once it is confirmed by the mailed link': lightAndEnhanced('profile tab', 'form'),
  'an e-mail address changed by an intruder is restored by the mailed link': inAllModes(
    'new password',
    'profile tab',
    'sign-in form',
  ),
  'student and office save one profile, and the second must decide about the conflict': lightAndEnhanced(
    'version lock',
    'profile tab',
    'form',
  ),
  'a student downloads all stored personal data': lightAndEnhanced('shell'),
  'the welcome page links to the parts of the portal, and a student cannot open the profile of a classmate':
    lightAndEnhanced('profile tab', 'form'),
} as const satisfies Record<string, FlowCoverage>
