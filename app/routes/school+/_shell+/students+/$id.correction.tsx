import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import type { FormResult } from '~/components/forms'
import { Alert, Card, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listPendingChanges } from '~/models/people/students/change-requests/change-requests.server'
import { fieldLabel, shownFact } from '~/models/people/students/describe/sections.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { correctRegister } from '~/models/people/students/register/correct-register.server'
import { correctionForm, correctionRefusals } from '~/models/people/students/register/correction-fields'
import { isOnRegister } from '~/models/people/students/register/on-register.server'
import { isRegisterField, registerFields } from '~/models/people/students/register/register-options'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Correct the register', { hasForm: true })

const page = deciding({
  may: 'students:edit',
  find: async (scope: SchoolScope, id: string) => {
    const student = await findSections(scope, id)
    if (!student) return null
    const [registered, pending] = await Promise.all([
      isOnRegister(scope, student.id),
      listPendingChanges(scope, student.id),
    ])
    return { ...student, isOnRegister: registered, asked: pending.filter(({ field }) => isRegisterField(field)) }
  },
  form: correctionForm,
  more: ({ values, asked }) => ({
    name: fullName({ firstName: values.first_name ?? '', lastName: values.last_name ?? '' }),
    current: registerFields.map((name) => ({ label: fieldLabel(name), value: shownFact(name, values) })),
    asked: asked.map(({ label, newWords }) => ({ label, value: newWords })),
  }),
  opened: ({ version, values, asked }) => {
    // Prefills the changes that the family has requested.
    const requestedValues = { ...values, ...Object.fromEntries(asked.map(({ field, newValue }) => [field, newValue])) }
    const { first_name, last_name, date_of_birth, admission_number, admission_date } = values
    return {
      version,
      seen_first_name: first_name ?? null,
      seen_last_name: last_name ?? null,
      seen_date_of_birth: date_of_birth ?? null,
      seen_admission_number: admission_number ?? null,
      seen_admission_date: admission_date ?? null,
      first_name: requestedValues.first_name ?? '',
      last_name: requestedValues.last_name ?? '',
      date_of_birth: requestedValues.date_of_birth ?? '',
      authority: '',
      orderNumber: null,
      orderedOn: '',
      reason: '',
      admission_number: admission_number ?? null,
      admission_date: admission_date ?? null,
    }
  },
  obstacle: (student) => (student.isOnRegister ? null : correctionRefusals['not-on-register']),
  decide: (scope, id: string, values) => correctRegister(scope, id, values),
  refusals: correctionRefusals,
  decided: (id: string) => schoolPaths.registerEntry(id),
  title: 'Corrected!',
  message: 'The register keeps the earlier value and the order.',
})

/** Prefills input that another form passes on in the URL, such as `?last_name=Shah`. */
export async function loader(args: LoaderFunctionArgs) {
  const opened = await page.loader(args)
  const query = new URL(args.request.url).searchParams
  const queryValues = registerFields.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
  return { ...opened, values: { ...opened.values, ...Object.fromEntries(queryValues) } }
}
export const action = page.action
/** Reloads after a refusal, to continue from the stored values. */
export const shouldRevalidate = () => true

export default decisionPage<typeof loader>({
  form: correctionForm,
  title: ({ more }) => `Correct the register: ${more.name}`,
  context:
    'This is in the general register. It can be changed only on the basis of an order; the earlier value is kept.',
  submit: 'Correct the register',
  backHref: ({ at }) => schoolPaths.student(String(at)),
  explanation: ({ more, values }) => (
    <>
      <Unseen values={values} />
      <Card title="In the register today">
        <DefinitionList items={more.current} />
      </Card>
      {more.asked.length === 0 ? null : (
        <Alert tone="info" title="Requested by the family">
          <p>Current values are filled in. Change only what the order specifies.</p>
          <DefinitionList items={more.asked} />
        </Alert>
      )}
    </>
  ),
})

/** Hidden fields with the version and the initial values: only fields that differ from these are corrected. */
function Unseen({ values }: { values: Record<string, unknown> }) {
  const typedValues = (useActionData() as FormResult | undefined)?.initialValue
  return (
    <>
      <input type="hidden" name="version" value={String(values.version)} />
      {registerFields.map((field) => {
        const name = `seen_${field}`
        return <input key={name} type="hidden" name={name} value={String((typedValues ?? values)[name] ?? '')} />
      })}
    </>
  )
}
