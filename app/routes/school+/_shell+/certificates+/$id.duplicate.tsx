import { pageTitle, schoolPaths } from '~/http/school-paths'
import { duplicateCertificate } from '~/models/certificates/issue.server'
import { reasonForm } from '~/models/shared/decision-fields'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { backTo, ofCertificate } from './__certificate.server'

export const handle = pageTitle(() => 'Make a duplicate', { hasForm: true })

const notIssued = 'Only a certificate that is issued and not cancelled has duplicates.'

const page = deciding({
  ...ofCertificate,
  form: reasonForm,
  more: ({ kindName, studentName, numberText }) => ({ called: `${numberText}, ${kindName} of ${studentName}` }),
  obstacle: ({ state }) => (state === 'issued' ? null : notIssued),
  decide: (scope, id: string, { reason }) => duplicateCertificate(scope, id, reason),
  refusals: { 'not-issued': notIssued },
  decided: backTo,
  title: 'Duplicate made!',
})
export const loader = page.loader
export const action = page.action

export default function DuplicateCertificatePage() {
  return (
    <DecisionPage<typeof loader>
      form={reasonForm}
      title="Make a duplicate?"
      context={({ more }) => more.called}
      submit="Make a duplicate"
      backHref={({ at }) => schoolPaths.certificate(at)}
    >
      <p>It says what the original says, is marked as a duplicate with its day, and whoever verifies it is told so.</p>
    </DecisionPage>
  )
}
