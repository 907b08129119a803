import { type FlowCoverage, inAllModes, lightAndEnhanced, lightOnly } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const hostelsFlows = {
  'a student finds a hostel, its rooms and their prices': inAllModes('filters'),
  'a student filters the hostels and pages through them': lightAndEnhanced('filters'),
  'a student lists earlier applications and sees the reason of a rejection': lightAndEnhanced('filters'),
  'the office approves, checks in, checks out and refunds the deposit less a deduction': inAllModes(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'a full room has a waiting list, and a cancellation leads to an offer': lightAndEnhanced(
    'waiting money',
    'application page',
    'decision page',
  ),
  'an approval shows how long the bed stays empty, and is refused for a past period': lightAndEnhanced(
    'decision page',
    'form',
  ),
  'a refund decision shows the rent that is still due': lightAndEnhanced(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'a declared transfer with its proof is confirmed': lightAndEnhanced(
    'room payment',
    'declared transfer',
    'application page',
  ),
  'an office finds, annotates and rejects hostel applications, and an application ends when the student leaves':
    lightAndEnhanced('application page', 'waiting money', 'decision page'),
  'the office adds a hostel with rooms, pictures and bank details, and sees the student of each bed': lightAndEnhanced(
    'picture page',
    'delete page',
    'upload',
  ),
  'an office cannot reduce a room below its occupied beds, and an added bed is offered to the waiting list':
    lightAndEnhanced('delete page', 'decision page', 'form page'),
  'a student applies for a room in three steps and pays online': inAllModes(
    'hostel wizard',
    'room payment',
    'payment that moves on',
  ),
  'a bank transfer is declared with a proof and confirmed by the office': lightAndEnhanced(
    'room payment',
    'declared transfer',
    'upload',
  ),
  'a hostel application shows errors beside their fields, and the draft survives the end of the session':
    lightAndEnhanced('hostel wizard', 'room payment', 'sign-in form'),
  'pressing Enter continues to the next step of a hostel application, and going back keeps the input of the last step':
    lightAndEnhanced('hostel wizard', 'form'),
  'a student joins the waiting list of a full room and sees the position': lightOnly,
  'the office approves another room, moves a student and changes dates and meals': lightOnly,
  'the office enters an application for a student': lightOnly,
  'a waiting student accepts an offered bed': lightAndEnhanced('room payment', 'form'),
  'a student cancels a hostel application': lightAndEnhanced('room payment', 'declared transfer'),
  'a cash payment for a hostel stays pending until paid and can be withdrawn, and a refused transfer is shown':
    lightAndEnhanced('room payment', 'declared transfer', 'filters'),
  'a transfer confirmed after its hostel application was cancelled is recorded as excess': lightAndEnhanced(
    'waiting money',
    'application page',
    'decision page',
  ),
} as const satisfies Record<string, FlowCoverage>
