import type { FieldErrors } from '~/http/route.server'
import { accountsSharingAName } from '~/models/people/students/options'

const mobile_number = '10 digits. Used to sign in, like the e-mail.'

export const studentHints: Record<'add' | 'edit', Record<string, string>> = {
  add: {
    date_of_birth: 'yyyy-mm-dd. The student signs in with it the first time.',
    mobile_number,
    email: 'Optional.',
    enrollment_number: 'The next free number; enter your own if you follow another series.',
    rte: 'These students pay no fees.',
  },
  edit: {
    mobile_number,
    email: 'Optional.',
    rte: 'These students pay no fees: unpaid fees are withdrawn when you tick this.',
  },
}

export const studentRefusals: Record<
  | 'enrollment-number-taken'
  | 'admission-number-taken'
  | 'email-crowded'
  | 'mobile-crowded'
  | 'register-entry'
  | 'too-many-mails',
  FieldErrors
> = {
  'enrollment-number-taken': { enrollment_number: ['Another student already has this enrollment number'] },
  'admission-number-taken': { admission_number: ['Another student already has this admission number'] },
  'email-crowded': { email: [`${accountsSharingAName} students already share this e-mail`] },
  'too-many-mails': {
    email: [
      'Your school has sent too many mails about sign-ins today, so the current address cannot be told about the change. Change e-mail and mobile number tomorrow',
    ],
  },
  'register-entry': {
    '': [
      'This is now in the general register and can be corrected there only on the basis of an order. Save the rest of this page first.',
    ],
  },
  'mobile-crowded': { mobile_number: [`${accountsSharingAName} students already share this mobile number`] },
}
