import { bankAccount, box, field, form } from '~/kit/forms/fields'
import { fineKindWords, maxGraceDays } from './options'

export const profileForm = form(
  'school profile',
  {
    name: field.line('School name', 120, { required: true, keep: 'staff', control: { autoComplete: 'organization' } }),
  },
  {
    email: field.email('Email', 190, { required: true, keep: 'staff', control: { autoComplete: 'email' } }),
    phone: field.phone('Phone', 20, { required: true, keep: 'staff', control: { type: 'tel', autoComplete: 'tel' } }),
  },
  { address: field.lines('Address', 300, { required: true, keep: 'staff', control: { rows: 3 } }) },
  {
    board: field.line('Board', 80, { hint: 'CBSE, GSEB, ICSE …' }),
    affiliationNumber: field.line('Affiliation or UDISE number', 40),
  },
)

/** Settings for students: whether the first sign-in needs a printed code, and online admissions. */
export const signInPolicyForm = form(
  'sign-in of students',
  {
    activationCodeRequired: field.tick('Ask for a printed activation code at the first sign-in', {
      hint: 'Students then need the slip from the office in addition to their date of birth. Print slips from the list of students.',
    }),
  },
  {
    onlineAdmissions: field.tick('Families may apply for admission online', {
      hint: 'The school is then listed where students register. The office still decides each admission.',
    }),
  },
)

export const accountRefusals = {
  'waits-already': {
    bankName:
      'A change of this account is already waiting for a second person. Leave the current account here, or withdraw that request.',
  },
}

export const feeRulesForm = form(
  'payment rules',
  box(
    { title: 'Part payment' },
    {
      partPaymentAllowed: field.tick('Students may pay a part of an instalment online', {
        hint: 'The office may always accept a part payment.',
      }),
    },
    {
      partPaymentMinimumPaise: field.money('Minimum part payment', {
        empty: 0,
        hint: 'A smaller balance may always be paid in full',
      }),
    },
  ),
  box(
    {
      title: 'Bank account for transfers',
      hint: 'Shown to students, who may then pay school fees by bank transfer. Each transfer waits under Collections until the office has seen the money.',
    },
    bankAccount,
  ),
  box(
    {
      title: 'Late fine for new fees',
      hint: 'Existing fees keep their own rule. Each fee may have a different rule. The fine is counted from the due date, or from the day the fee was assigned to the student if that is later.',
    },
    {
      fineKind: field.choice('Late fine', fineKindWords, {
        required: 'Select a valid late fine',
        hasNoEmptyOption: true,
      }),
      fineAmountPaise: field.money('Amount of the fine', { empty: 0 }),
    },
    {
      fineGraceDays: field.whole('Days of grace', {
        empty: 0,
        hint: 'Days after the due date without a fine',
        max: maxGraceDays,
        control: { inputMode: 'numeric', maxLength: 3 },
      }),
      fineCapPaise: field.money('Maximum fine', { hint: 'Leave blank for no limit' }),
    },
  ),
)
