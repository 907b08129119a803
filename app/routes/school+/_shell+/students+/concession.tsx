import { useLoaderData } from '@remix-run/react'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { concessionRefusals, concessionsForm } from '~/models/money/fees/concession-fields'
import { concessionsSchema } from '~/models/money/fees/concession-schema.server'
import { giveConcessions } from '~/models/money/fees/concessions.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { tickedStudents } from './__ticked.server'

export const handle = pageTitle(() => 'Give concessions', { hasForm: true })

const { 'too-much': tooMuch, 'payment-under-way': underWay, 'no-such-session': noSession } = concessionRefusals
const prefixStudentName =
  (words: string) =>
  ({ name }: { name?: string }) =>
    `${name ?? 'One of them'}: ${words} No concession was given.`

const page = creating({
  may: 'fees:edit',
  form: concessionsForm,
  schema: concessionsSchema,
  more: async (_, scope, staff, query) => {
    const [students, sessions] = await Promise.all([tickedStudents(staff, query), sessionChoices(scope)])
    return { students, sessions: choicesOf(sessions), current: sessions.find(({ isCurrent }) => isCurrent)?.publicId }
  },
  start: (_scope, _query, _staff, _parent, { students, current }) => ({
    student: students.map(({ value }) => value),
    academicSession: current ?? '',
  }),
  create: giveConcessions,
  refusals: {
    'too-much': prefixStudentName(`${tooMuch}.`),
    'payment-under-way': prefixStudentName(underWay),
    'no-such-session': noSession,
    'no-such-student': { student: 'Tick students of this school' },
  },
  created: () => schoolPaths.concessions,
  message: (_, { value: { dues, paise } }) =>
    `${formatPaise(paise, { style: 'short' })} off ${counted(dues, 'instalment')}.`,
})
export const loader = page.loader
export const action = page.action

/** Grants the ticked students the same percentage off all fees of a session. */
export default function ConcessionsPage() {
  const { more } = useLoaderData<typeof loader>()
  return (
    <FormPage<typeof loader>
      form={concessionsForm}
      title="Give concessions"
      submit="Give concessions"
      context="A percentage off all fees of the session, given to all ticked students or none."
      cancelHref={schoolPaths.students}
      known={() => ({ student: { options: more.students }, academicSession: { options: more.sessions } })}
    />
  )
}
