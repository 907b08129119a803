import { field, form } from '~/kit/forms/fields'
import { parsePercent } from './concession-rules'

export const orderWords = { admission: 'By date of admission', birth: 'By date of birth' } as const
export const familyWords = {
  guardians: 'Children of the same father, mother or guardian; if none is recorded, with the same mobile number',
  mobile: 'Children with the same mobile number',
} as const

const percent = (label: string, hint: string) =>
  field.typed(label, {
    typed: {
      read: parsePercent,
      show: (hundredths) => String(hundredths / 100),
      words: 'Enter a percentage above 0 and up to 100, such as 10 or 12.5',
    },
    hint,
    control: { inputMode: 'decimal', maxLength: 8 },
  })

/** Form of the school's sibling rule. Only the office uses it, so its texts are English. */
export const siblingForm = form(
  'sibling concession',
  {
    isOn: field.tick('Rule is active', {
      hint: 'If unticked, the portal proposes to end concessions given by the rule',
    }),
  },
  {
    secondPercent: percent('Second child (%)', 'Leave empty for none'),
    thirdPercent: percent('Third child (%)', 'Leave empty for none'),
    furtherPercent: percent('Each further child (%)', 'Leave empty for none'),
  },
  {
    orderBy: field.choice('Order of the children', orderWords, {
      required: 'Choose the order',
      hasNoEmptyOption: true,
      asRadios: true,
      start: 'admission',
    }),
  },
  {
    families: field.choice('Children of one family', familyWords, {
      required: 'Choose what makes a family',
      hasNoEmptyOption: true,
      asRadios: true,
      start: 'guardians',
    }),
  },
  {
    fee: field.thing('Fee it applies to', {
      calledBy: 'feeName',
      none: 'All fees of the session',
      invalid: 'Select a fee of the current session',
    }),
  },
)
