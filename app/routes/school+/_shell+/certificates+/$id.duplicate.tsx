import { randomUUID } from 'node:crypto'
import { HiddenKey } from '~/components/forms'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { duplicateForm } from '~/models/learning/certificates/certificate-fields'
import { duplicateCertificate } from '~/models/learning/certificates/issue.server'
import { backTo, certificatePageOptions } from './__certificate.server'

export const handle = pageTitle(() => 'Make a duplicate', { hasForm: true })

const notIssued = 'Duplicates can only be made of an issued certificate that is not cancelled.'

const page = deciding({
  ...certificatePageOptions,
  form: duplicateForm,
  more: ({ kindName, studentName, numberText }) => ({
    formKey: randomUUID(),
    called: `${numberText}, ${kindName} of ${studentName}`,
  }),
  obstacle: ({ state }) => (state === 'issued' ? null : notIssued),
  decide: (scope, id: string, { formKey, reason }) => duplicateCertificate(scope, id, { formKey, reason }),
  refusals: { 'not-issued': notIssued },
  decided: backTo,
  title: 'Duplicate made!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: duplicateForm,
  title: 'Make a duplicate?',
  context: ({ more }) => more.called,
  submit: 'Make a duplicate',
  backHref: ({ at }) => schoolPaths.certificate(at),
  explanation: ({ more }) => (
    <>
      <HiddenKey value={more.formKey} />
      <p>It has the text of the original and is marked as a duplicate with its date; verification shows this too.</p>
    </>
  ),
})
