import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, ButtonLink, Card, DataTable, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { issueClassFees, readClassFees } from '~/models/learning/certificates/fee-certificates.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { feeCertificateQuery } from './__asked.server'

export const handle = pageTitle(() => 'Fee certificates')

/** Number of past years for which a certificate can be requested. */
const yearsBack = 4

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const query = feeCertificateQuery(request)
  const start = Number(financialYearOf(todayInIndia(new Date())).slice(0, 4))
  const [sections, students] = await Promise.all([
    sectionChoices(scope),
    query.section ? readClassFees(scope, query.section, query.year) : [],
  ])
  if (query.section) foundOr404(sections.find(({ publicId }) => publicId === query.section))
  return {
    ...query,
    sections: sectionOptions(sections),
    years: Array.from({ length: yearsBack + 1 }, (_, back) => financialYearOf(`${start - back}-04-01`)),
    students: students.map(({ publicId, name, totalPaise, number }) => ({ id: publicId, name, totalPaise, number })),
    unmarked: [...new Set(students.flatMap(({ unmarked }) => unmarked))],
    hasIssued: students.some(({ number }) => number !== null),
    may: { issue: mayStaff(role, 'fees:collect'), mark: mayStaff(role, 'fees:edit') },
  }
}

/** Issues the certificates of the section in the URL. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const { section, year } = feeCertificateQuery(request)
  foundOr404((await sectionChoices(scope)).find(({ publicId }) => publicId === section))
  const outcome = await issueClassFees(scope, section, year)
  if (!outcome.ok) return data({ reason: outcome.reason }, { status: 422 })
  const { count } = outcome.value
  const message = `${counted(count, 'certificate')} ${count === 1 ? 'says' : 'say'} what was paid up to today.`
  return redirectWithToast(`${schoolPaths.feeCertificates}?section=${section}&year=${year}`, {
    type: 'success',
    title: 'Created!',
    message,
  })
}

const refusals = {
  'no-kind': 'The school has no type of certificate for fees. Add one first.',
  'no-money': 'No student of this class has paid tuition fees in this year.',
  'heads-unmarked': 'First choose which heads are tuition fees.',
  'too-many': 'The daily limit is reached. Try again tomorrow.',
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function FeeCertificatesPage() {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData() as { reason: keyof typeof refusals } | undefined
  const { section, year, students, unmarked, may } = view
  const total = students.reduce((sum, student) => sum + student.totalPaise, 0)
  const here = `${schoolPaths.feeCertificates}?section=${section}&year=${year}`
  return (
    <>
      <PageHead
        title="Fee certificates"
        context="Tuition fees paid by families in a financial year, less refunds and bounced cheques."
        action={
          may.mark ? (
            <ButtonLink href={schoolPaths.tuitionHeads} variant="secondary" label="Which heads are tuition" />
          ) : undefined
        }
      />
      <FilterBar action={schoolPaths.feeCertificates} resetHref={section ? schoolPaths.feeCertificates : undefined}>
        <SelectField name="section" label="Section" defaultValue={section} options={view.sections} />
        <SelectField
          name="year"
          label="Financial year"
          placeholder={null}
          defaultValue={year}
          options={view.years.map((value) => ({ value, label: value }))}
        />
      </FilterBar>
      {answer ? <Alert tone="bad" title="Update Failed" text={refusals[answer.reason]} /> : null}
      {unmarked.length === 0 ? null : (
        <Alert tone="warn" title="Not yet marked as tuition or non-tuition" text={unmarked.join(', ')} />
      )}
      {section === '' ? null : (
        <Card title={`Tuition fees paid in ${year}`}>
          <p>
            <strong>{exact(total)}</strong>
          </p>
          <DataTable
            caption="Students of the class"
            rows={students}
            rowKey={(student) => student.id}
            columns={[
              { label: 'Student', role: 'title', cell: (student) => student.name },
              { label: 'Tuition fees paid', align: 'end', cell: (student) => exact(student.totalPaise) },
              { label: 'Certificate', cell: (student) => student.number ?? '–' },
            ]}
          />
          <Form method="post" action={here} className="actions">
            {may.issue && students.length > 0 ? (
              <SubmitButton busyText="Saving...">Make the certificates</SubmitButton>
            ) : null}
            {view.hasIssued ? (
              <ButtonLink
                href={`${schoolPaths.feeCertificatesFile}?section=${section}&year=${year}`}
                variant="secondary"
                icon="download"
                data-file
                label="All in one file (PDF)"
              />
            ) : null}
          </Form>
        </Card>
      )}
    </>
  )
}
