import { expect, it } from 'vitest'
import { templates } from './templates.server'

const sms = {
  event: 'absent',
  channel: 'sms',
  language: 'en',
  category: 'service',
  body: '{#alphanumeric#} is absent today. Demo Vidyalaya',
  variables: 'student: Asha',
}

const fieldsOfRefusal = (more: object) => {
  const read = templates.schema.safeParse({ ...sms, ...more })
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'))
}

it.each([
  [{ state: 'draft' }, []],
  [{ state: 'registered' }, ['dlt_template_id']],
  [{ state: 'registered', dlt_template_id: '1107161234567890123' }, []],
  [{ state: 'registered', dlt_template_id: '1107-16' }, ['dlt_template_id']],
  [{ state: 'registered', channel: 'whatsapp', dlt_template_id: '1107161234567890123' }, ['provider_name']],
  [{ state: 'registered', channel: 'whatsapp', provider_name: 'absent_today' }, []],
  [{ state: 'refused' }, ['refusal']],
  [{ state: 'refused', refusal: 'A variable too many' }, []],
])('for an SMS text with %j, reports errors at the fields %j', (more, fields) => {
  expect(fieldsOfRefusal(more)).toEqual(fields)
})
