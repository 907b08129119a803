import { field, form } from '~/kit/forms/fields'
import { languageWords } from '~/language/language'
import { automaticEvents, channelNames, eventNames, eventValues, mutableEvents, templateBodyLength } from './options'

const { whatsapp, sms } = channelNames

export const templateForm = form(
  'message text',
  {
    event: field.choice('Event', eventNames, { required: 'Choose the event' }),
    channel: field.choice(
      'Channel',
      { sms, whatsapp },
      { required: 'Choose the channel', start: 'sms', hasNoEmptyOption: true },
    ),
    language: field.choice('Language', languageWords, {
      required: 'Choose the language',
      start: 'en',
      hasNoEmptyOption: true,
    }),
  },
  {
    body: field.lines('Text', templateBodyLength, {
      required: true,
      hint: 'Exactly as registered; a variable is {#alphanumeric#}, {#numeric#}, {#url#} or {#cbn#}',
      control: { rows: 5 },
    }),
  },
  {
    variables: field.lines('Variables in order, each with a sample', 1000, {
      hint: `One per line, such as student: Asha. Available: ${[...new Set(Object.values(eventValues).flat())].join(', ')}`,
      control: { rows: 5, spellCheck: false },
    }),
  },
  {
    category: field.choice(
      'Category',
      { service: 'Service implicit / utility', promotional: 'Promotional / marketing' },
      {
        required: 'Choose the category',
        start: 'service',
        hasNoEmptyOption: true,
        hint: 'Attendance, dues and results are service messages: they also reach numbers on the do-not-disturb register',
      },
    ),
    header: field.line('Header', 11, { hint: 'Sender of the SMS, if it differs from the school’s own' }),
  },
  {
    dltTemplateId: field.line('DLT template id', 30, {
      hint: 'For an SMS: the long number from the operators’ portal',
      pattern: { looks: /^\d*$/, words: 'A template id has digits only' },
      control: { inputMode: 'numeric', autoComplete: 'off' },
    }),
    providerName: field.line('Name with the provider', 100, {
      hint: 'WhatsApp: the template’s name, such as absent_today. MSG91: its own template id. Exotel: leave empty',
      keep: 'nobody',
      control: { autoComplete: 'off', spellCheck: false },
    }),
  },
  {
    state: field.choice(
      'Status',
      { draft: 'Draft', registered: 'Registered', refused: 'Refused', off: 'Off' },
      { required: 'Choose the status', start: 'draft', hasNoEmptyOption: true, hint: 'Only a registered text is sent' },
    ),
    refusal: field.line('Why it was refused', 300),
  },
)

export const templateRefusals = { 'one-each': { event: 'A text for this event, channel and language already exists' } }

const automatic = Object.fromEntries(automaticEvents.map((event) => [event, eventNames[event]])) as Pick<
  typeof eventNames,
  (typeof automaticEvents)[number]
>

export const rulesForm = form(
  'message events',
  {
    events: field.choices('Notify families automatically of', automatic, {
      hint: 'Absences, urgent notices and late buses are sent only when someone clicks the button',
    }),
  },
  {
    dueBeforeDays: field.whole('Days before the due date', {
      required: 'Enter the number of days',
      min: 1,
      max: 30,
      start: '3',
    }),
    overdueAfterDays: field.whole('Days after the due date', {
      required: 'Enter the number of days',
      min: 1,
      max: 60,
      start: '3',
    }),
    reportHours: field.whole('Hours to wait for a delivery report', {
      required: 'Enter the number of hours',
      min: 1,
      max: 72,
      start: '24',
      hint: 'Without a report the next channel is tried once; earlier if it would otherwise be too late',
    }),
  },
  {
    allowedUrls: field.lines('Addresses on the school’s list', 1000, {
      hint: 'One per line, as whitelisted on the DLT portal; other links are not sent',
      control: { rows: 3, spellCheck: false },
    }),
  },
)

const mutable = Object.fromEntries(mutableEvents.map((event) => [event, eventNames[event]])) as typeof eventNames

/**
 * Message preferences of one guardian in the office's form; the guardian's own page has the same fields, translated.
 */
export const preferenceForm = form(
  'message preferences',
  {
    firstChannel: field.choice('Try first', channelNames, {
      hint: 'If empty, the school’s setting applies. The others are used if it does not reach the family; WhatsApp only with consent',
    }),
  },
  {
    muted: field.choices('Does not want messages about', mutable, {
      hint: 'Urgent notices, late buses and data breaches are always sent',
    }),
  },
)
