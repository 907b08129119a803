import { box, field, form } from '~/kit/forms/fields'
import { channelWords } from './options'

export const messageRulesForm = form(
  'message rules',
  box(
    { title: 'Cost' },
    {
      monthlyBudgetPaise: field.money('Monthly budget', {
        required: true,
        hint: 'When it is used up, no more messages are sent until next month',
      }),
      dailyQuota: field.whole('Daily limit of messages', {
        required: true,
        min: 0,
        max: 50_000,
        hint: 'A safety limit against mistakes',
        control: { inputMode: 'numeric', maxLength: 5 },
      }),
    },
    {
      smsPartPaise: field.money('Price of one SMS part', {
        required: true,
        max: 10_00,
        hint: 'In rupees, such as 0.25. One part holds 160 English or 70 Hindi or Gujarati letters',
      }),
      whatsappPaise: field.money('Price of one WhatsApp message', {
        required: true,
        max: 10_00,
        hint: 'In rupees, such as 0.12 for a utility template in India',
      }),
    },
  ),
  box(
    { title: 'Order and quiet hours' },
    {
      firstChannel: field.choice('Try first', channelWords, {
        required: 'Select the channel to try first',
        hasNoEmptyOption: true,
        hint: 'The other is used if this one does not reach the family',
      }),
    },
    {
      quietFrom: field.clock('Quiet from', {
        required: true,
        hint: 'From 18:00 to 22:00. Only urgent messages are sent in quiet hours',
      }),
      quietTo: field.clock('Quiet until', { required: true, hint: 'From 06:00 to 10:00 the next morning' }),
    },
  ),
)
