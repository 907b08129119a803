import { choice, email, form, line, lines, money, phone, tick, type ValuesOf } from '~/models/shared/fields'
import { largestAmountPaise, personNameLength } from './options'

export const genderWords = { boys: 'Boys', girls: 'Girls', mixed: 'Co-ed' } as const
export const hostelTypeWords = { ac: 'AC', deluxe: 'Deluxe', premium: 'Premium', standard: 'Standard' } as const

/** A hostel as the office keeps it: what it is, its warden, what it costs, and where transfers go. */
export const hostelForm = form(
  'hostel',
  {
    name: line('Hostel name', 80, { required: true }),
    genderType: choice('Boys / girls / co-ed', genderWords, { required: 'Choose boys, girls or co-ed' }),
    hostelType: choice('Type', hostelTypeWords, { required: 'Choose the type of hostel' }),
    address: lines('Address', 300, { required: true, control: { rows: 3 } }),
    contactNumber: phone('Contact number', 20, { required: true }),
    wardenName: line('Warden', personNameLength, { required: 'Warden’s name is required' }),
    wardenEmail: email('Warden’s e-mail', 190),
    securityDepositPaise: money('Security deposit', {
      required: 'Enter the deposit; 0 if there is none',
      hint: 'Once, with the first payment; 0 if there is none',
      most: largestAmountPaise,
    }),
    mealPlanIncluded: tick('Mess compulsory', {
      hint: 'All students pay the mess charges; otherwise only those who ask for meals',
    }),
    mealPlanFeePaise: money('Monthly mess charges', {
      required: 'Enter the monthly mess charges; 0 if there are none',
      hint: '0 where no meals are served',
      most: largestAmountPaise,
    }),
    bankName: line('Bank', personNameLength),
    bankAccountNumber: line('Account number', 20, {
      repair: (typed) => typed.replace(/\s/g, ''),
      pattern: { looks: /^\d{9,18}$/, words: 'An account number has 9 to 18 digits' },
      control: { inputMode: 'numeric', autoComplete: 'off', maxLength: 24 },
    }),
    bankIfscCode: line('IFSC', 11, {
      repair: (typed) => typed.toUpperCase(),
      pattern: {
        looks: /^[A-Z]{4}0[A-Z0-9]{6}$/,
        words: 'An IFSC has four letters, a zero and six letters or digits',
      },
      control: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
    }),
    isActive: tick('Open for applications', {
      start: true,
      hint: 'If unticked, nobody can apply; students who have a place keep it',
    }),
  },
  [
    'name',
    ['genderType', 'hostelType'],
    'address',
    ['wardenName', 'contactNumber', 'wardenEmail'],
    ['securityDepositPaise', 'mealPlanFeePaise'],
    'mealPlanIncluded',
    {
      title: 'Bank details',
      hint: 'Shown to students who pay by bank transfer',
      rows: [['bankName', 'bankAccountNumber', 'bankIfscCode']],
    },
    'isActive',
  ],
)

export type HostelFields = ValuesOf<typeof hostelForm>
