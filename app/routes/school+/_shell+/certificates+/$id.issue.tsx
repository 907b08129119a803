import { Alert, ButtonLink, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { issueForm } from '~/models/learning/certificates/certificate-fields'
import { findCertificate } from '~/models/learning/certificates/certificates.server'
import { draftParts, issueCertificate } from '~/models/learning/certificates/issue.server'
import { listedItems } from '~/models/learning/certificates/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { backTo, doubtsInWords, issuedAlready } from './__certificate.server'

export const handle = pageTitle(() => 'Issue a certificate', { hasForm: true })

const notAllowed = 'Some points need attention. Correct them, or ask the owner of the school’s account to issue it.'

const page = deciding({
  may: 'certificates:edit',
  find: async (scope: SchoolScope, id: string) => {
    const draft = await findCertificate(scope, id)
    if (!draft) return null
    const checks =
      draft.state === 'draft' ? await doubtsInWords(scope, draft) : { doubts: [], before: null, isUntrue: false }
    return { ...draft, ...checks, parts: draftParts(draft, listedItems(draft.items), todayInIndia(new Date())) }
  },
  form: issueForm,
  more: ({ kindName, studentName, doubts, before, isUntrue, parts }, staff) => ({
    title: `${kindName} of ${studentName}`,
    doubts,
    before,
    isUntrue,
    items: parts.items,
    paragraphs: parts.paragraphs,
    mayOverride: mayStaff(staff.role, 'certificates:override'),
  }),
  opened: ({ version }) => ({ version, reason: null }),
  obstacle: ({ state }, { doubts, isUntrue, mayOverride }) => {
    if (state !== 'draft') return issuedAlready
    if (isUntrue) return doubts.join(' ')
    return doubts.length > 0 && !mayOverride ? `${notAllowed} ${doubts.join(' ')}` : null
  },
  decide: (scope, id: string, { version, reason }, _draft, staff) =>
    issueCertificate(scope, id, { version, reason, mayOverride: mayStaff(staff.role, 'certificates:override') }),
  refusals: {
    changed: 'Another person has corrected it since you opened this page. The current text is below.',
    'issued-already': issuedAlready,
    untrue: 'It would state something that is not true today.',
    'not-allowed': notAllowed,
    'say-why': { reason: 'Enter a reason for issuing anyway' },
  },
  decided: backTo,
  title: 'Issued!',
  message: ({ value }) => `Its number is ${value.number}.`,
})
export const loader = page.loader
export const action = page.action
/** Reloads after a refusal, so that the user sees what would be issued, even if another user has edited the draft. */
export const shouldRevalidate = () => true

export default decisionPage<typeof loader>({
  form: issueForm,
  title: 'Issue this certificate?',
  context: ({ more }) => more.title,
  submit: 'Issue',
  backHref: ({ at }) => schoolPaths.certificate(at),
  instead: ({ more }) =>
    more.before ? (
      <ButtonLink href={schoolPaths.duplicateCertificate(more.before.publicId)} variant="secondary">
        Make a duplicate
      </ButtonLink>
    ) : null,
  known: ({ more }) => (more.doubts.length > 0 ? { reason: { isRequired: true } } : { reason: null }),
  explanation: ({ more, values }) => (
    <>
      <input type="hidden" name="version" value={String(values.version)} />
      {more.doubts.length === 0 ? null : (
        <Alert tone="warn" title="Please check">
          <ul>
            {more.doubts.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {more.before ? (
            <p>
              <a href={schoolPaths.duplicateCertificate(more.before.publicId)}>Make a duplicate instead</a>
            </p>
          ) : null}
        </Alert>
      )}
      {more.items.length > 0 ? <DefinitionList items={more.items.map(([label, value]) => ({ label, value }))} /> : null}
      {more.paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p>It gets the next number. Its text can no longer be changed; a mistake means cancelling it.</p>
    </>
  ),
})
