import { both, type Cells } from '../e2e/modes'

export const academicsFlows = {
  'an office adds a subject, a class that learns it, and a section with its class teacher': both(
    'delete page',
    'decision page',
    'form page',
  ),
  'a section is not made smaller than the students in it': both('form page', 'form'),
  'an owner invites a colleague, who chooses a password by the mail and sees what the role may': both(
    'new password',
    'sign-in form',
    'form page',
  ),
  'a teacher gets a sign-in in the same step': both('new password', 'sign-in form', 'form page'),
  'the last owner stays, and another role signs its person out': both('sign-in form', 'decision page', 'form page'),
  'a staff user changes the own name and password': both('changed password', 'sessions', 'sign-in form'),
  'an office promotes a class, one stays back and one leaves, and takes it back': both(
    'promotion list',
    'decision page',
    'list page',
  ),
  'an office gives roll numbers by name and reads a student’s history': both('roll numbers', 'list page', 'filters'),
  'an office assigns students to a section, and deletes what was a mistake': both(
    'delete page',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, Cells>
