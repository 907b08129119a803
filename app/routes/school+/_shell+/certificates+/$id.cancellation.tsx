import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { cancelCertificate } from '~/models/learning/certificates/issue.server'
import { backTo, certificatePageOptions } from './__certificate.server'

export const handle = pageTitle(() => 'Cancel a certificate', { hasForm: true })

const notIssued = 'Only an issued certificate can be cancelled.'

const page = deciding({
  ...certificatePageOptions,
  form: reasonForm,
  more: ({ kindName, studentName, numberText }) => ({ called: `${numberText}, ${kindName} of ${studentName}` }),
  obstacle: ({ state }) => (state === 'issued' ? null : notIssued),
  decide: (scope, id: string, { reason }) => cancelCertificate(scope, id, reason),
  refusals: { 'not-issued': notIssued },
  decided: backTo,
  title: 'Cancelled!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Cancel this certificate?',
  context: ({ more }) => more.called,
  submit: 'Cancel this certificate',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.certificate(at),
  explanation: (
    <p>It keeps its number, and verification of any copy shows that it is cancelled. This cannot be undone.</p>
  ),
})
