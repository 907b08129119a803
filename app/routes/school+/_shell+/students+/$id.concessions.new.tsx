import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { concessionForm, concessionRefusals } from '~/models/money/fees/concession-fields'
import { feesOfStudent } from '~/models/money/fees/concession-queries.server'
import { concessionSchema } from '~/models/money/fees/concession-schema.server'
import { giveConcession } from '~/models/money/fees/concessions.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Give concession', { hasForm: true })

const page = creating({
  may: 'fees:edit',
  form: concessionForm,
  schema: concessionSchema,
  within: async (scope: SchoolScope, id: string) => {
    const student = await findStudentRecord(scope, id)
    return student && { id, name: fullName(student) }
  },
  more: async ({ id, name }, scope) => {
    const [sessions, fees] = await Promise.all([sessionChoices(scope), feesOfStudent(scope, id)])
    return {
      name,
      session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
      known: {
        academicSession: { options: choicesOf(sessions) },
        fee: {
          options: fees.map((fee) => ({
            value: fee.publicId,
            label: `${fee.name}, ${fee.className}, ${fee.sessionName}`,
          })),
        },
      },
    }
  },
  start: (_scope, _query, _staff, _student, { session }) => ({ academicSession: session }),
  create: (scope, formKey, values, at) => giveConcession(scope, at, { ...values, formKey }),
  refusals: concessionRefusals,
  created: (_made, at) => schoolPaths.studentConcessions(at),
  message: (_, { value: { dues, paise } }) =>
    dues === 0
      ? 'No unpaid instalment is affected now; those raised later will be.'
      : `${formatPaise(paise, { style: 'short' })} off ${counted(dues, 'instalment')}.`,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: concessionForm,
  title: 'Give concession',
  context: ({ more }) => more.name,
  submit: 'Give concession',
  cancelHref: ({ at }) => schoolPaths.studentConcessions(at),
  known: ({ more }) => more.known,
  above: (
    <p className="soft">
      It applies to dues not paid yet and to dues raised later. Instalments already paid are not changed. Late fines
      still apply, except on an instalment that is waived in full.
    </p>
  ),
})
