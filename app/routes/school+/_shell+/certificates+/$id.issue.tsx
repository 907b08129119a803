import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { issueForm } from '~/models/certificates/certificate-fields'
import { findCertificate } from '~/models/certificates/certificates.server'
import { doubtsOfDraft, issueCertificate } from '~/models/certificates/issue.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { backTo, issuedAlready } from './__certificate.server'
import { doubtWords } from './__words'

export const handle = pageTitle(() => 'Issue a certificate', { hasForm: true })

const notAllowed = 'Something about it is doubtful. Mend it, or ask the owner of the school’s account to issue it.'

const page = deciding({
  may: 'certificates:edit',
  find: async (scope: SchoolScope, id: string) => {
    const draft = await findCertificate(scope, id)
    if (!draft) return null
    return { ...draft, ...(draft.state === 'draft' ? await doubtsOfDraft(scope, draft) : { doubts: [], owedPaise: 0 }) }
  },
  form: issueForm,
  more: ({ kindName, studentName, doubts, owedPaise }, staff) => ({
    title: `${kindName} of ${studentName}`,
    doubts: doubts.map((doubt) => doubtWords(doubt, owedPaise)),
    mayOverride: mayStaff(staff.role, 'certificates:override'),
  }),
  opened: ({ version }) => ({ version, reason: null }),
  obstacle: ({ state }, { doubts, mayOverride }) =>
    state !== 'draft' ? issuedAlready : doubts.length > 0 && !mayOverride ? `${notAllowed} ${doubts.join(' ')}` : null,
  decide: (scope, id: string, { version, reason }, _draft, staff) =>
    issueCertificate(scope, id, { version, reason, mayOverride: mayStaff(staff.role, 'certificates:override') }),
  refusals: {
    changed: 'Somebody else has corrected it since you opened this page. Look at it again.',
    'issued-already': issuedAlready,
    'not-allowed': notAllowed,
    'say-why': { reason: 'Say why it is issued all the same' },
  },
  decided: backTo,
  title: 'Issued!',
  message: ({ value }) => `Its number is ${value.number}.`,
})
export const loader = page.loader
export const action = page.action

export default function IssueCertificatePage() {
  return (
    <DecisionPage<typeof loader>
      form={issueForm}
      title="Issue this certificate?"
      context={({ more }) => more.title}
      submit="Issue"
      backHref={({ at }) => schoolPaths.certificate(at)}
      known={({ more }) => (more.doubts.length > 0 ? { reason: { isRequired: true } } : { reason: null })}
    >
      {({ more, values }) => (
        <>
          <input type="hidden" name="version" value={String(values.version)} />
          {more.doubts.length === 0 ? null : (
            <Alert tone="warn" title="Something about it is doubtful">
              <ul>
                {more.doubts.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Alert>
          )}
          <p>It gets the next number. What it says cannot be changed any more; a mistake means cancelling it.</p>
        </>
      )}
    </DecisionPage>
  )
}
