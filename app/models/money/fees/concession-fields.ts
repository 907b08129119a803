import { field, form } from '~/kit/forms/fields'
import { MAX_AMOUNT_PAISE } from '~/models/core/shared/money'
import { parsePercent } from './concession-rules'
import { concessionKindLabels, feeNameLength, reasonLength, smallestAmountPaise } from './options'

// Only the office uses concessions, waivers and copies, so their texts are English.
const academicSession = {
  academicSession: field.thing('Academic session', {
    required: 'Select a valid academic session',
    calledBy: 'sessionName',
    hasNoEmptyOption: true,
  }),
}
const reason = field.lines('Reason', reasonLength, { required: 'Enter the reason', control: { rows: 2 } })

export const concessionForm = form(
  'concession',
  { kind: field.choice('Kind', concessionKindLabels, { required: 'Choose why the concession is given' }) },
  {
    ...academicSession,
    fee: field.thing('Fee', { calledBy: 'feeName', none: 'All fees of the session', invalid: 'Select a valid fee' }),
  },
  {
    percentHundredths: field.typed('Percentage', {
      name: 'percent',
      typed: {
        read: parsePercent,
        show: (hundredths) => String(hundredths / 100),
        words: 'Enter a percentage above 0 and up to 100, such as 25 or 12.5',
      },
      hint: 'Such as 25 or 12.5; off one fee or all fees',
      control: { inputMode: 'decimal', maxLength: 8 },
    }),
    amountPaise: field.money('Or an amount', {
      min: smallestAmountPaise,
      max: MAX_AMOUNT_PAISE,
      hint: 'Total amount off one fee, spread over its unpaid instalments',
    }),
  },
  { reason },
)

const { kind, percentHundredths } = concessionForm.fields

/** Form that gives several students the same percentage off all fees of a session. */
export const concessionsForm = form(
  'concession',
  { student: field.things('Students', { calledBy: 'names', invalid: 'Tick students of this school' }) },
  { kind, ...academicSession },
  { percentHundredths: { ...percentHundredths, hint: 'Such as 25 or 12.5' } },
  { reason },
)

const underWay = 'A payment is in progress for one of these instalments. Wait until it is completed, then try again.'

export const concessionRefusals = {
  'too-much':
    'This is more than the fee. Together with other concessions, it can be at most 100%, or the amount still unpaid',
  'payment-under-way': underWay,
  'no-such-session': { academicSession: 'Select a valid academic session' },
  'no-such-fee': { fee: 'Select a valid fee of that session' },
  'amount-of-all-fees': { fee: 'Choose the fee that the amount is taken off' },
} as const

export const waiverForm = form('waiver', { reason: { ...reason, hint: 'It is kept in the audit log' } })

export const copyFeeForm = form(
  'copy',
  { name: field.line('Fee name', feeNameLength, { required: true }) },
  academicSession,
  { classes: field.things('Classes', { name: 'class', calledBy: 'classNames', invalid: 'Select a valid class' }) },
  {
    isAssigned: field.tick('Assign at once', {
      name: 'assign',
      hint: 'It becomes due for each student of these classes, except those under RTE',
    }),
  },
)

export const copyFeeRefusals = {
  'no-such-session': { academicSession: 'Select a valid academic session' },
  'no-such-class': { classes: 'Select a valid class' },
  'nothing-new': { name: 'Each class you chose already has a fee with this name in the session' },
  'name-taken': { name: 'Each class you chose already has a fee with this name in the session' },
} as const
