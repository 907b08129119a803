import { all, both, type Cells, lightOnly } from '../e2e/modes'

export const hostelsFlows = {
  'a student looks for a hostel, its rooms and what they cost': all('filters'),
  'a student narrows the hostels and turns the pages': both('filters'),
  'a student finds an application again and what the school says': both('filters'),
  'the office approves, checks in, checks out and gives the deposit back less a deduction': all(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'a full room: waiting list, an offer after a cancellation': both(
    'waiting money',
    'application page',
    'decision page',
  ),
  'an approval tells how long the bed stays empty, and is none for a time that is over': both('decision page', 'form'),
  'a refund is decided with the rent that is still owed in view': both(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'a declared transfer with its proof is confirmed': both('room payment', 'declared transfer', 'application page'),
  'hostel applications are found, remarked on, refused, and end with the school': both(
    'application page',
    'waiting money',
    'decision page',
  ),
  'the office opens a hostel with rooms, pictures and bank details, and sees who lies in which bed': both(
    'picture page',
    'delete page',
    'upload',
  ),
  'a room is not made smaller than the students in it, and a freed bed is offered': both(
    'delete page',
    'decision page',
    'form page',
  ),
  'a student applies for a room in three steps and pays online': all(
    'hostel wizard',
    'room payment',
    'payment that moves on',
  ),
  'a bank transfer is declared with a proof and confirmed by the office': both(
    'room payment',
    'declared transfer',
    'upload',
  ),
  'what is wrong is said beside the field, and the draft survives the loss of the session': both(
    'hostel wizard',
    'room payment',
    'sign-in form',
  ),
  'Enter leads on in the steps of applying, and the last one keeps what was typed': both('hostel wizard', 'form'),
  'a full room is waited for, and the place on its list is told': lightOnly,
  'the office gives another room, moves a student and changes days and meals': lightOnly,
  'the office enters an application for a student': lightOnly,
  'a waiting student takes the bed that is offered': both('room payment', 'form'),
  'a student cancels a hostel application': both('room payment', 'declared transfer'),
  'cash waits until it is brought, is taken back, and what the school has not received is told': both(
    'room payment',
    'declared transfer',
    'filters',
  ),
  'what was transferred for a place that is cancelled is not forgotten': both(
    'waiting money',
    'application page',
    'decision page',
  ),
} as const satisfies Record<string, Cells>
