import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { readForm, requireStudent, seeOther } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { issueFeeCertificate } from '~/models/learning/certificates/fee-certificates.server'
import { isFinancialYear } from '~/models/learning/certificates/rules'

export const handle = pageTitle(() => m.certificates_title_fee())

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudent(context, request, 'acts')
  return null
}

/** Creates the certificate of the fees paid in a financial year, unless an equal one exists, and redirects to it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const financialYear = String((await readForm(request)).get('year') ?? '')
  if (!isFinancialYear(financialYear)) return data({ reason: 'no-money' as const }, { status: 422 })
  const input = { studentId: scope.studentId, financialYear, language: currentLanguage() }
  const outcome = await issueFeeCertificate(scope, input)
  if (!outcome.ok) return data({ reason: outcome.reason }, { status: 422 })
  return seeOther(paths.student.certificateCopy(outcome.value.copy))
}

/** Page with the reason why no certificate can be created. */
export default function OwnFeeCertificatePage() {
  const words = {
    'no-kind': m.certificates_fee_no_kind,
    'no-money': m.certificates_fee_no_money,
    'heads-unmarked': m.certificates_fee_unmarked,
    'too-many': m.certificates_fee_too_many,
  }
  const answer = useActionData() as { reason: keyof typeof words } | undefined
  return (
    <>
      <PageHead title={m.certificates_title_fee()} />
      <div className="card">
        {answer ? <Alert tone="warn" text={words[answer.reason]()} /> : <p>{m.certificates_fee_context()}</p>}
        <p className="actions">
          <ButtonLink href={paths.student.certificates} variant="secondary" label={m.certificates_back()} />
        </p>
      </div>
    </>
  )
}
