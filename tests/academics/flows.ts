import { type FlowCoverage, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const academicsFlows = {
  'an office adds a subject, a class that learns it, and a section with its class teacher': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
  'a section cannot get smaller than its number of students': lightAndEnhanced('form page', 'form'),
  'an owner invites a colleague, who chooses a password by the mailed link and sees the pages of the role':
    lightAndEnhanced('new password', 'sign-in form', 'form page'),
  'an owner adds a teacher and invites the teacher to an account in the same step': lightAndEnhanced(
    'new password',
    'sign-in form',
    'form page',
  ),
  'the last owner keeps the role, and a role change signs the user out': lightAndEnhanced(
    'sign-in form',
    'decision page',
    'form page',
  ),
  'a staff user changes name and password': lightAndEnhanced('changed password', 'sessions', 'sign-in form'),
  'an office promotes a class with one student repeating it and one leaving, and undoes it': lightAndEnhanced(
    'promotion list',
    'decision page',
    'list page',
  ),
  'an office assigns roll numbers in the order of names and views a student’s history': lightAndEnhanced(
    'roll numbers',
    'list page',
    'filters',
  ),
  'an office assigns students to a section, and deletes a wrong enrollment': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, FlowCoverage>
