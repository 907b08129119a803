import { field, form } from '~/kit/forms/fields'

/** Maximum: ₹1 crore. */
const maxPaise = 1_00_00_000_00

export const secondPersonForm = form('second person', {
  secondPersonPaise: field.money('Second person needed above', {
    max: maxPaise,
    hint: 'Refunds, returned cheques and payments recorded by mistake above this amount wait for another colleague. Changes of bank accounts and payment keys always do. Leave blank if a second person is never needed.',
  }),
})

export const limitRefusals = {
  'nobody-else': 'Another owner is needed first; otherwise no one could agree to a request. Invite one under Staff.',
}
