import type { LoaderFunctionArgs } from '@remix-run/node'
import { Card, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { correctRegister } from '~/models/students/correct-register.server'
import { correctionForm, correctionRefusals } from '~/models/students/correction-fields'
import { findSections } from '~/models/students/find-sections.server'
import { isOnRegister } from '~/models/students/on-register.server'
import { registerFields } from '~/models/students/register-options'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'

export const handle = pageTitle(() => 'Correct the register', { hasForm: true })

const page = deciding({
  may: 'students:edit',
  find: async (scope: SchoolScope, id: string) => {
    const student = await findSections(scope, id)
    return student && { ...student, isOnRegister: await isOnRegister(scope, student.id) }
  },
  form: correctionForm,
  more: ({ values }) => ({
    name: `${values.first_name} ${values.last_name}`,
    bornOn: formatDay(values.date_of_birth ?? '', 'en'),
    number: values.admission_number ?? values.enrollment_number ?? '',
  }),
  opened: ({ version, values }) => ({
    ...{ version, first_name: values.first_name ?? '', last_name: values.last_name ?? '' },
    date_of_birth: values.date_of_birth ?? '',
    ...{ authority: '', orderNumber: null, orderedOn: '', reason: '' },
  }),
  obstacle: (student) => (student.isOnRegister ? null : correctionRefusals['not-on-register']),
  decide: (scope, id: string, values) => correctRegister(scope, id, values),
  refusals: correctionRefusals,
  decided: (id: string) => schoolPaths.registerEntry(id),
  title: 'Corrected!',
  message: 'The register keeps what stood there before, and the order.',
})

/** What the family asked for may stand in the form already: `?last_name=Shah`. */
export async function loader(args: LoaderFunctionArgs) {
  const opened = await page.loader(args)
  const query = new URL(args.request.url).searchParams
  const asked = registerFields.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
  return { ...opened, values: { ...opened.values, ...Object.fromEntries(asked) } }
}
export const action = page.action

export default function CorrectionPage() {
  return (
    <DecisionPage<typeof loader>
      form={correctionForm}
      title={({ more }) => `Correct the register: ${more.name}`}
      context="Name and date of birth stand in the general register. They are changed on somebody’s order alone; what stood there is kept."
      submit="Correct the register"
      backHref={({ at }) => schoolPaths.student(String(at))}
    >
      {({ more, values }) => (
        <>
          <input type="hidden" name="version" value={String(values.version)} />
          <Card title="In the register today">
            <DefinitionList
              items={[
                { label: m.students_admission_number(), value: more.number },
                { label: 'Name', value: more.name },
                { label: m.students_date_of_birth(), value: more.bornOn },
              ]}
            />
          </Card>
        </>
      )}
    </DecisionPage>
  )
}
