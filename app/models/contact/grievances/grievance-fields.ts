import { field, form } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { wordsLength } from './options'

const topic = field.choice(
  m.grievances_topic,
  {
    data: m.grievances_topic_data,
    correction: m.grievances_topic_correction,
    erasure: m.grievances_topic_erasure,
    consent: m.grievances_topic_consent,
    school: m.grievances_topic_school,
  },
  { required: m.grievances_topic_required, invalid: m.grievances_topic_required },
)
const words = field.lines(m.grievances_words, wordsLength, {
  required: m.grievances_words_required,
  control: { rows: 6 },
})

export const grievanceForm = form('grievance', { topic }, { words })

export const guardianGrievanceForm = form(
  'grievance',
  {
    child: field.thing(m.grievances_child, {
      calledBy: 'childName',
      required: m.grievances_child_required,
      invalid: m.grievances_child_required,
    }),
  },
  { topic },
  { words },
)

export const reopenForm = form('grievance', {
  words: field.lines(m.grievances_reopen_words, wordsLength, {
    required: m.grievances_words_required,
    control: { rows: 4 },
  }),
})

export const topicWords = {
  data: 'What data the school keeps',
  correction: 'Some data is wrong',
  erasure: 'Some data should be erased',
  consent: 'Consent or its withdrawal',
  school: 'Something else at the school',
} as const

/** A grievance on paper, or spoken at the counter. */
export const paperForm = form(
  'grievance',
  { writerName: field.line('Who wrote it', 120, { required: true }) },
  {
    contact: field.line('How to reach them', 190, { hint: 'Address, phone or e-mail, as on the paper' }),
    enrollmentNumber: field.line('Enrollment number', 40, { hint: 'If it concerns a student' }),
  },
  { topic: field.choice('What it is about', topicWords, { required: 'Choose what it is about' }) },
  {
    words: field.lines('Text of the grievance', wordsLength, {
      required: 'Write what it is about',
      control: { rows: 6 },
    }),
  },
  { receivedOn: field.day('Received on', { required: 'Enter the day it was received' }) },
)

export const answerForm = form('answer', {
  words: field.lines('Answer', wordsLength, { required: 'Write the answer', control: { rows: 5 } }),
})
