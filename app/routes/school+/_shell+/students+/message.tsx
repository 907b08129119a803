import { useLoaderData } from '@remix-run/react'
import { idsOf, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { messageForm } from '~/models/contact/notices/notice-fields'
import { messageSchema } from '~/models/contact/notices/notice-schema.server'
import { writeToStudents } from '~/models/contact/notices/write-to-students.server'
import { counted } from '~/models/core/shared/counted'
import { tickedStudents } from './__ticked.server'

export const handle = pageTitle(() => 'Write to students', { hasForm: true })

const page = creating({
  may: 'notices:edit',
  form: messageForm,
  schema: messageSchema,
  more: (_, _scope, staff, query) => tickedStudents(staff, query),
  start: (_scope, _query, _staff, _parent, students) => ({ student: students.map(({ value }) => value) }),
  create: async (scope, formKey, values, _at, staff) =>
    writeToStudents(scope, formKey, values, idsOf(await teacherSections(staff))),
  refusals: {
    'no-such-student': { student: 'Tick valid students: only from your own sections, and none who have left' },
  },
  created: () => schoolPaths.notices,
  message: (_, { value }) => `${counted(value.written, 'notice')} published.`,
})
export const loader = page.loader
export const action = page.action

export default function MessagePage() {
  const { more } = useLoaderData<typeof loader>()
  return (
    <FormPage<typeof loader>
      form={messageForm}
      title="Write to students"
      submit="Publish"
      context="Each of them gets a personal notice in the portal, starting today."
      cancelHref={schoolPaths.students}
      known={() => ({ student: { options: more } })}
    />
  )
}
