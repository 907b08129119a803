import { bankAccount, box, field, form } from '~/kit/forms/fields'
import { accountRefusals } from '~/models/core/schools/settings-fields'

export const genderWords = { boys: 'Boys', girls: 'Girls', mixed: 'Co-ed' } as const
export const hostelTypeWords = { ac: 'AC', deluxe: 'Deluxe', premium: 'Premium', standard: 'Standard' } as const

export const hostelForm = form(
  'hostel',
  { name: field.line('Hostel name', 80, { required: true }) },
  {
    genderType: field.choice('Boys / girls / co-ed', genderWords, { required: 'Choose boys, girls or co-ed' }),
    hostelType: field.choice('Type', hostelTypeWords, { required: 'Choose the type of hostel' }),
  },
  { address: field.lines('Address', 300, { required: true, control: { rows: 3 }, keep: 'nobody' }) },
  {
    wardenName: field.line('Warden', 100, { required: 'Warden’s name is required', keep: 'staff' }),
    contactNumber: field.phone('Contact number', 20, { required: true, keep: 'staff' }),
    wardenEmail: field.email('Warden’s e-mail', 190, { keep: 'staff' }),
  },
  {
    securityDepositPaise: field.money('Security deposit', {
      required: 'Enter the deposit; 0 if there is none',
      hint: 'Once, with the first payment; 0 if there is none',
    }),
    mealPlanFeePaise: field.money('Monthly mess charges', {
      required: 'Enter the monthly mess charges; 0 if there are none',
      hint: '0 where no meals are served',
    }),
  },
  {
    mealPlanIncluded: field.tick('Mess compulsory', {
      hint: 'If ticked, all students pay the mess charges; otherwise only those who ask for meals',
    }),
  },
  box({ title: 'Bank details', hint: 'Shown to students who pay by bank transfer' }, bankAccount),
  {
    isActive: field.tick('Open for applications', {
      start: true,
      hint: 'If unticked, no one can apply; current residents keep their beds',
    }),
  },
)

export const hostelRefusals = {
  ...accountRefusals,
  'name-taken': { name: 'A hostel with this name already exists' },
  'others-there': { genderType: 'A student who has a bed here or has applied could no longer live here' },
}
